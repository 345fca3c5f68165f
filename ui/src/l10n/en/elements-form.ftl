# A form for the arguments of a tool, drawn from its JSON Schema, and inputs that other forms use too.

elements-form-item = Item
# In place of the name of an entry of a list that has no name, within a sentence.
elements-form-item-name = item
elements-form-choose = Choose
elements-form-unset = not set
elements-form-leave-out = Leave out
elements-form-empty = (empty)
elements-form-null = { $name }: no value (null)
elements-form-fixed = { $name }: { $value }
elements-form-type = Type of { $name }

# $place is the number of an item in a list.
elements-form-move-up = Move { $name } { $place } up
elements-form-move-down = Move { $name } { $place } down
elements-form-remove-item = Remove { $name } { $place }
elements-form-add-to = Add to { $name }
elements-form-show-more = Show { $count } of { $total } more

elements-form-add-group = Add “{ $name }”
elements-form-add-group-unnamed = Add group
elements-form-find = Find a property
elements-form-find-among = Search { $count } properties
elements-form-undeclared =
    { $count ->
        [one] The tool does not declare this. It is sent unchanged; edit it as JSON.
       *[other] The tool does not declare these. They are sent unchanged; edit them as JSON.
    }
elements-form-undeclared-label = Not declared
elements-form-add-pair = Add a name and value
elements-form-name-taken = This name is already used.

elements-form-not-json = This is not valid JSON. Put text in double quotes.
elements-form-reason-reference = Refers to a part that is not in the schema.
elements-form-reason-nothing = The schema accepts no value here.
elements-form-reason-combined = A form cannot show this combination of schemas.

elements-form-problems =
    { $count ->
        [one] 1 problem to fix:
       *[other] { $count } problems to fix:
    }
# $message is the rest of the sentence, such as: is needed.
elements-form-problem = <place>{ $path }:</place> { $message }
elements-form-problem-whole = <place>Arguments:</place> { $message }

# Names of shapes that a value can have.
elements-form-variant = Option { $place }
elements-form-kind-string = Text
elements-form-kind-integer = Whole number
elements-form-kind-number = Number
elements-form-kind-boolean = Yes or no
elements-form-kind-array = List
elements-form-kind-object = Group
elements-form-kind-null = No value

# Limits of a field, on a line of their own.
elements-form-exactly = Exactly { $value }.
elements-form-least = At least { $value }.
elements-form-most = At most { $value }.
elements-form-more = More than { $value }.
elements-form-less = Less than { $value }.
elements-form-least-most = { $min } to { $max }.
elements-form-least-less = At least { $min } and less than { $max }.
elements-form-more-most = More than { $min } and at most { $max }.
elements-form-more-less = More than { $min } and less than { $max }.
elements-form-exactly-characters =
    { $count ->
        [one] Exactly 1 character.
       *[other] Exactly { $count } characters.
    }
elements-form-least-characters =
    { $count ->
        [one] At least 1 character.
       *[other] At least { $count } characters.
    }
elements-form-most-characters =
    { $count ->
        [one] At most 1 character.
       *[other] At most { $count } characters.
    }
elements-form-between-characters = { $min } to { $max } characters.
elements-form-exactly-items =
    { $count ->
        [one] Exactly 1 item.
       *[other] Exactly { $count } items.
    }
elements-form-least-items =
    { $count ->
        [one] At least 1 item.
       *[other] At least { $count } items.
    }
elements-form-most-items =
    { $count ->
        [one] At most 1 item.
       *[other] At most { $count } items.
    }
elements-form-between-items = { $min } to { $max } items.
