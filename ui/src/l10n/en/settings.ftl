settings-language = Language
# Each language is named in itself.
settings-language-en = English
settings-language-zh = 简体中文

settings-appearance = Appearance
settings-appearance-light = Light
settings-appearance-dark = Dark
settings-zoom = Zoom

settings-background = Background
settings-notify = Notify me about pending requests
settings-notify-help = Only while the window is not in front.
settings-tray = Keep running in the tray
settings-tray-help = Servers stay on when you close the window. Quitting stops them.
settings-autostart = Start when you sign in
settings-autostart-help = Portcullis waits in the tray, with the servers that are on.
settings-fence-new = Fence new programs
settings-fence-new-help = A new server reads its own files and changes only what you allow. Without a fence, it can read and change everything that you can. Existing servers stay as they are.

# Client identity: what an authorization server knows Portcullis by. A client ID metadata document is a term of OAuth.
settings-client-none = Portcullis registers itself with each authorization server. If your organization publishes a client ID metadata document for Portcullis, enter its URL. Authorization servers that support such documents need no registration.
settings-client-document = Client ID metadata document
settings-client-document-url = Document URL
settings-client-template = Copy template

settings-data = Data
settings-data-contents = This folder holds your servers, conversations, permissions and audit log. Secrets are stored elsewhere.
settings-data-contents-secrets = This folder holds your servers, conversations, permissions, audit log and encrypted secrets file.

settings-secrets = Secrets
settings-secrets-keychain = Secrets are stored in your system’s keychain.
settings-secrets-offer = Without a keychain, Portcullis can store secrets in a file with a passphrase.
settings-secrets-offer-button = Use a file…
settings-secrets-warning = <strong>A file is weaker than a keychain.</strong> Anyone who copies it can try any number of passphrases. If you lose the passphrase, your secrets are lost. You enter it at each start; until then, nothing that needs a secret runs. If you can, set up a keychain service instead.
settings-secrets-choose = Choose a passphrase
settings-secrets-store = Store secrets in file
# Tag: the file with secrets was not opened with its passphrase yet.
settings-secrets-locked = locked
settings-secrets-locked-help = Secrets are in an encrypted file. Servers that need one start after you unlock it.
settings-secrets-unlock-form = Unlock the secrets file
settings-secrets-unlock = Unlock
# Tag: secrets are in a file instead of the keychain.
settings-secrets-file = in a file
settings-secrets-file-help = Secrets are in a file encrypted with your passphrase. This is weaker than a keychain.
settings-secrets-change-form = Change passphrase
settings-secrets-change-button = Change passphrase…
settings-secrets-change = Change
settings-secrets-move = Move to keychain…
settings-secrets-move-question = Move all secrets to this computer’s keychain and delete the file?
settings-secrets-move-yes = Move

settings-passphrase = Passphrase
settings-passphrase-current = Current passphrase
settings-passphrase-new = New passphrase
settings-passphrase-repeat = Repeat passphrase
# Read aloud for the button that shows what was typed into a field.
settings-passphrase-show = Show: { $field }
settings-passphrase-short = Use at least { $count } characters.
settings-passphrase-different = The passphrases do not match.

# The list of shortcuts. The others are in words.ftl.
settings-keyboard = Keyboard
settings-keyboard-list = Move in a list
settings-keyboard-edit = Edit your last message, in an empty message field

settings-about = About
settings-about-help = Desktop host for MCP servers. Protocol versions: { $versions }. License: MIT OR Apache-2.0.

# Providers of models and their models.
settings-models = Models
settings-models-none = Conversations use the demo model. It is scripted and needs no key. To use a real model, add a provider. Its key is stored as a secret.
# The limit for what models may cost.
settings-spending = Spending limit per month, in US dollars
settings-spending-help = When models have cost this much in a calendar month (UTC), Portcullis sends them no more requests. Requests in progress still finish. Costs are estimated from the prices above; requests with an unknown price are not counted. The demo model is free.
settings-spending-none = No limit
settings-spending-save = Save limit
settings-spending-remove = Remove limit
settings-spending-invalid = Enter an amount from 0.01 to 100,000.
settings-spending-saved = Saved
settings-models-add = Add a provider…
settings-models-found-name = { $provider }, found on this computer
settings-models-found =
    { $count ->
        [one] <name>{ $provider }</name> is running on this computer with 1 model. <note>It receives your messages at { $url } and may forward them. Cost unknown.</note>
       *[other] <name>{ $provider }</name> is running on this computer with { $count } models. <note>It receives your messages at { $url } and may forward them. Cost unknown.</note>
    }
settings-models-use = Use { $provider }

settings-models-kind-anthropic = Anthropic
settings-models-kind-openai = OpenAI
settings-models-kind-gemini = Google Gemini
settings-models-kind-ollama = Ollama
settings-models-kind-lm_studio = LM Studio
settings-models-kind-compatible = OpenAI-compatible server

settings-models-form = Add a provider
settings-models-provider = Provider
settings-models-key = API key
settings-models-key-optional = API key (optional)
settings-models-key-help = Stored as a secret and sent only to this provider.
settings-models-url = Base URL
settings-models-url-optional = Base URL (optional)
settings-models-name-optional = Name (optional)
settings-models-add-check = Add and check

# One provider. The short texts follow each other in one line.
settings-models-provider-name = Provider { $provider }
settings-models-broken = not working
settings-models-here = on this computer, may forward your messages
settings-models-key-stored = key stored
settings-models-key-missing = no key
settings-models-check = Check
settings-models-check-help = Loads the list of models and sends a one-word test prompt to the first enabled model
settings-models-checked = checked { $time }
settings-models-key-replace = Replace key…
settings-models-key-enter = Enter key…
settings-models-key-new = New key for { $provider }
settings-models-key-save = Save key
settings-models-remove-question = Remove “{ $provider }” and its key? Conversations stay, but need another model.

# The table of the models of a provider.
settings-models-find = Find or add a model from { $provider }
settings-models-find-none = Model name
settings-models-find-among =
    { $count ->
        [one] Search 1 model or enter a name
       *[other] Search { $count } models or enter a name
    }
settings-models-add-model = Add model
settings-models-column-price = Price per million
settings-models-column-supports = Supports
settings-models-more = { $count } more. Type to find them.
settings-models-all = Show all { $count }
settings-models-unlisted = no longer listed
# Context or price of a model.
settings-models-unknown = unknown
# Capabilities of a model, in a list such as “tools, images and reasoning (low)”.
settings-models-can-tools = tools
settings-models-can-images = images
settings-models-can-audio = audio
settings-models-can-pdf = PDF
settings-models-can-reasons = reasoning
settings-models-can-reasons-effort = reasoning ({ $effort })
settings-models-can-text = text only
settings-models-edited = Edited
settings-models-edit-name = Edit details of { $model }
settings-models-details = Details of { $model }
settings-models-context = Context (tokens)
settings-models-output = Max output (tokens)
settings-models-price-in = Input price per million
settings-models-price-out = Output price per million
settings-models-tools = Tools
settings-models-images = Images
settings-models-audio = Audio
settings-models-pdf = PDF
settings-models-reasons = Reasoning
settings-models-effort = Reasoning effort
settings-models-effort-default = provider default
settings-models-effort-off = off
settings-models-effort-minimal = minimal
settings-models-effort-low = low
settings-models-effort-medium = medium
settings-models-effort-high = high
settings-models-effort-x_high = very high
settings-models-effort-max = maximum

settings-keyboard-move = Move a server up or down in the list
settings-profiles = Profiles
settings-profiles-help = A profile stores which servers are on and which permissions apply. Switching profiles changes both. A changed tool stays blocked in every profile.
settings-profiles-counts =
    { $servers ->
        [0] no servers on
        [one] 1 server on
       *[other] { $servers } servers on
    } · { $permissions ->
        [0] no permissions
        [one] 1 permission
       *[other] { $permissions } permissions
    }
settings-profiles-current = In use
settings-profiles-use = Switch
settings-profiles-use-name = Switch to { $profile }
settings-profiles-rename-name = Rename { $profile }
settings-profiles-remove-name = Remove { $profile }
settings-profiles-remove-question =
    { $permissions ->
        [0] Remove the profile “{ $profile }”?
        [one] Remove the profile “{ $profile }” and end its permission?
       *[other] Remove the profile “{ $profile }” and end its { $permissions } permissions?
    }
settings-profiles-new-name = New name
settings-profiles-add = Add profile
settings-profiles-add-help = The servers that are on now stay on. The new profile starts without permissions.
settings-system = Same as system
settings-works = working
