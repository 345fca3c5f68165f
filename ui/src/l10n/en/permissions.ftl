# The page “Permissions”. The sentence of each permission comes from the host.

permissions-count =
    { $count ->
        [one] 1 permission
       *[other] { $count } permissions
    }
permissions-revoke-all = Revoke all
permissions-revoke-all-question =
    { $count ->
        [one] Revoke 1 permission? Portcullis then asks you again before each call.
       *[other] Revoke all { $count } permissions? Portcullis then asks you again before each call.
    }
permissions-none = No permissions yet
permissions-none-help = When you approve a request, you can allow a tool for a conversation, for an hour, or always. These permissions appear here.

# A box with the permissions that no call has used for 30 days or more.
permissions-unused = Unused permissions
permissions-unused-title =
    { $count ->
        [one] 1 permission not used recently
       *[other] { $count } permissions not used recently
    }
permissions-unused-days =
    { $count ->
        [one] unused for 1 day
       *[other] unused for { $count } days
    }
permissions-unused-revoke =
    { $count ->
        [one] Revoke it
       *[other] Revoke these
    }
# Read aloud for that button.
permissions-unused-revoke-name =
    { $count ->
        [one] Revoke it: unused permission
       *[other] Revoke these: unused permissions
    }
permissions-unused-question =
    { $count ->
        [one] Revoke the permission listed above? Portcullis asks you again when the tool is called.
       *[other] Revoke the { $count } permissions listed above? Portcullis asks you again when these tools are called.
    }

# The permissions of one server.
permissions-server-revoke = Revoke these
permissions-server-revoke-name = Revoke these: { $server }
permissions-server-revoke-question =
    { $count ->
        [one] Revoke 1 permission of “{ $server }”? Portcullis then asks you again before each call.
       *[other] Revoke all { $count } permissions of “{ $server }”? Portcullis then asks you again before each call.
    }

# One permission. Below its sentence: tool · given … · used … · ends … · show changes.
permissions-on-hold = on hold: tool definition changed
permissions-given = given { $time }
permissions-used-never = never used
permissions-used =
    { $count ->
        [one] used once
       *[other] used { $count } times
    }
permissions-used-last =
    { $count ->
        [one] used once, { $time }
       *[other] used { $count } times, last { $time }
    }
permissions-ends = ends { $time }
permissions-ends-conversation = ends with its conversation
permissions-ends-conversation-named = ends with the conversation “{ $conversation }”
permissions-ends-session = ends when Portcullis quits
permissions-ends-revoked = lasts until you revoke it
permissions-changes = show changes
permissions-revoke = Revoke
permissions-revoke-name = Revoke { $tool } of { $server }
permissions-revoke-question = Revoke this permission? Portcullis then asks you again before each call.
