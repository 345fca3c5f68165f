# Every field of a server that is added, changed or started, in the window that asks for the approval.

# Headings above groups of fields.
gate-launch-runs = Runs
gate-launch-connects = Connects to
gate-launch-receives = Receives
gate-launch-settings = Settings
# Fields that are as for every server, and the button that shows them. $fields: such as “Protocol version, Limits”.
gate-launch-defaults = Default settings
gate-launch-defaults-show = Default: { $fields }

# A program with its arguments on one line.
gate-launch-command = Command
# Where the program was found.
gate-launch-from = From

# Environment variables that the program gets from the person's environment.
gate-launch-inherited =
    { $count ->
        [one] Inherited: 1 variable
       *[other] Inherited: { $count } variables
    }
gate-launch-inherited-name = Inherited
gate-launch-inherited-help = Passed from your environment with their current values.
gate-launch-inherited-list = Inherited variables
