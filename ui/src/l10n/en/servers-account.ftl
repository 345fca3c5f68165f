# The tab "Account" of a remote server: signing in with OAuth. The account on the tab "Overview" is one line.

servers-account-line-none = not signed in
servers-account-line = signed in at { $issuer }
servers-account-line-ended = sign-in at { $issuer } has ended
servers-account-line-details = details

servers-account-needed = “{ $server }” requires sign-in.
servers-account-needed-help = You review the request before your browser opens.
servers-account-none = You are not signed in to “{ $server }”. <note>If the server requires sign-in, you review the request before your browser opens.</note>
servers-account-token-refused = “{ $server }” did not accept your token.
servers-account-token-refused-help = Replace it, or remove it to sign in with your browser.
servers-account-token = “{ $server }” uses your own token: the Authorization header in its <settings>settings</settings>. To sign in with your browser instead, remove the token there.

# A sign-in under way.
servers-account-checking = Checking how to sign in to “{ $server }”…
servers-account-waiting = Waiting for your answer.
servers-account-cancel = Cancel sign-in
servers-account-browser = Sign in at { $host } in your browser. Portcullis then continues automatically.
servers-account-browser-unknown = Sign in with your browser. Portcullis then continues automatically.
servers-account-browser-missing = Browser did not open?
servers-account-browser-url = Open this URL in a browser on this computer. It works for this sign-in only.
# $time: such as 4 min 12 s.
servers-account-expires-in = expires in { $time }
servers-account-finishing = You signed in. Portcullis is fetching the token…
servers-account-done = You are signed in to “{ $server }”.

# A sign-in that holds, or that has ended. Scopes are permissions at the authorization server.
servers-account-at = Account at { $server }
servers-account-issuer = Signed in at
servers-account-issuer-ended = Last signed in at
servers-account-resource-help = Portcullis sends the tokens of this sign-in only to this URL.
servers-account-scopes-help = Access that this sign-in gives Portcullis.
servers-account-unreported = not reported by the authorization server
servers-account-since = Since
servers-account-until = Expires
servers-account-refreshes = Portcullis refreshes the token automatically.
servers-account-no-refresh = The token cannot be refreshed. You sign in again when it expires.
servers-account-unattended = No browser is needed: this is a service account.
servers-account-tokens = Tokens
servers-account-tokens-bound = DPoP-bound to a private key among your secrets
servers-account-tokens-bound-help = A stolen token cannot be used without this key.
servers-account-again = Sign in again…
servers-account-sign-out = Sign out
servers-account-sign-out-question = Sign out of “{ $server }”? Portcullis deletes the tokens and, if { $host } supports it, revokes them and removes its own client registration. You need to sign in again to use the server.
servers-account-forget = Forget sign-in…
servers-account-forget-question = Forget the sign-in to “{ $server }”? Portcullis deletes the authorization server, client and scopes of this sign-in. The tokens are already deleted.
servers-account-forget-yes = Forget

# A server asked for more scopes than were granted.
servers-account-more-name = Additional scopes requested
servers-account-more = “{ $server }” requests more scopes (access) than you allowed. The operation stopped at { $time }; Portcullis does not retry it.
servers-account-more-tool = “{ $server }” requests more scopes (access) than you allowed, for { $tool }. The operation stopped at { $time }; Portcullis does not retry it.
servers-account-more-declined = You declined. Portcullis does not ask you again.
servers-account-more-scopes = Additional scopes
servers-account-more-decline = Decline

# A client ID that the person got at the authorization server.
servers-account-own = Your client ID
servers-account-own-help = A client ID identifies Portcullis to the authorization server. Enter one if Portcullis cannot register automatically, or if your organization gave you one.
servers-account-own-enter = Enter a client ID…
servers-account-own-id = Client ID
servers-account-own-id-none = not needed
# How the client proves itself to the authorization server. In a narrow column.
servers-account-own-proof = Client authentication
servers-account-own-proof-none = none (public client)
servers-account-own-proof-secret = client secret, kept with your other secrets
servers-account-own-proof-key = private key, kept with your other secrets
servers-account-own-sso = Single sign-on (SSO)
# $id: a client ID.
servers-account-own-sso-help = Your organization’s identity provider, which knows Portcullis as { $id }
servers-account-own-file = Token file
servers-account-own-file-help = Its contents are sent to the authorization server. Only the command line can set this file.
servers-account-own-issuer = Sent only to
servers-account-own-issuer-next = the authorization server of your next sign-in
servers-account-own-sign-in = Sign-in
servers-account-own-unattended = service account (client credentials), without a browser
servers-account-own-redirect = Redirect URI
# Where the browser returns after a sign-in. It has to be known at the authorization server or at the identity provider of the organization.
servers-account-own-redirect-server-port = Your browser returns here. Register this URI at the authorization server.
servers-account-own-redirect-server-any = Your browser returns here. Register this URI at the authorization server and allow any port.
servers-account-own-redirect-organization-port = Your browser returns here. Register this URI with your organization.
servers-account-own-redirect-organization-any = Your browser returns here. Register this URI with your organization and allow any port.
servers-account-own-change = Change…
servers-account-own-forget = Forget client ID…
servers-account-own-forget-none = Forget this client ID? Any sign-in to “{ $server }” that uses it ends.
servers-account-own-forget-secret = Forget this client ID and delete its secret? Any sign-in to “{ $server }” that uses it ends.
servers-account-own-forget-key = Forget this client ID and delete its private key? Any sign-in to “{ $server }” that uses it ends.

# The form for it.
servers-account-form-proof-none = None
servers-account-form-proof-secret = Secret
servers-account-form-proof-key = Key
servers-account-form-secret = Client secret
servers-account-form-secret-show = Show client secret
servers-account-form-secret-help = Stored as a secret. Portcullis sends it only to the authorization server.
servers-account-form-key = Private key
servers-account-form-key-help = Stored as a secret. Portcullis signs with it and does not send it.
# The first line of a private key, the same in every language.
servers-account-form-key-example = -----BEGIN PRIVATE KEY-----
servers-account-form-unattended = Service account
servers-account-form-unattended-help = Signs in without a browser (client credentials). Requires a secret or key.
servers-account-form-sso-help = You sign in at your organization, which confirms your identity to the authorization server (enterprise-managed authorization).
servers-account-form-idp = Identity provider
servers-account-form-idp-help = The URL that your organization gave you.
servers-account-form-idp-id = SSO client ID
servers-account-form-port = Redirect port
servers-account-form-port-help = Only if the authorization server requires a fixed port.
servers-account-form-then-server = After you save, register the redirect URI at the authorization server.
servers-account-form-then-organization = After you save, register the redirect URI with your organization.
servers-account-form-wrong-id = Enter the client ID from the authorization server.
servers-account-form-wrong-secret = Enter the client secret.
servers-account-form-wrong-key = Enter the private key.
servers-account-form-wrong-port = Enter a port from 1 to 65535.
servers-account-form-wrong-idp = Enter a URL that starts with https://.
servers-account-form-wrong-idp-id = Enter the client ID from your organization.

# The same server once more, under another label.
servers-account-another = Another account
servers-account-another-help = Adds the same server under a second label, with an account and secrets of its own.
servers-account-another-add = Add another account…
servers-account-another-label-help = Your name for this entry, such as what the account is for.
servers-account-another-secret-help = Secrets are not copied from the other entry.
servers-account-another-secret-wrong = Enter a value.
