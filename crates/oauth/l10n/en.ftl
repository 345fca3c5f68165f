# Signing in at remote servers.

## Signing in with a browser

link-refused = The sign-in page was not opened. { $why }
tell-operator = Contact the operator of the server.
no-page = “{ $issuer }” has no sign-in page.
mixed-up = The response in the browser did not come from “{ $issuer }”, so it was ignored. You are not signed in.
mixed-up-remedy = Try again. If it happens again, stop: someone may be trying to take over the sign-in.
denied = “{ $issuer }” denied access to Portcullis. You are not signed in.
refused = “{ $issuer }” ended the sign-in ({ $code }). You are not signed in.
refused-remedy = If you did not cancel it, sign in again.
scopes-refused-remedy = Sign in again: Portcullis requests fewer scopes if it can. If that fails too, contact the operator of the server.
no-code = “{ $issuer }” sent the browser back without an answer. You are not signed in.
redirect-unavailable = Portcullis could not listen for the redirect from your browser: { $cause }.
redirect-unavailable-remedy = If you set a redirect port for your client ID, close the program that uses this port and try again.
browser-not-opened = The browser did not open.
browser-not-opened-remedy = Copy the URL and open it in a browser on this computer.
browser-timeout = The browser did not return in time. You are not signed in.
browser-timeout-remedy = Sign in again. The page in the browser no longer works.
not-signed-in = { $problem } You are not signed in.
not-signed-in-remedy = Try again. If it happens again, check your client ID if you entered one.

## The page in the browser at the end of a sign-in

page-done = Return to Portcullis
page-done-text = Portcullis received the response and shows the result. You can close this page.
page-unexpected = Unexpected request
page-unexpected-text = Portcullis did not expect this request. You can close this page.

## While a server is used that one is signed in to

sign-in-rejected = “{ $server }” no longer accepts the sign-in.
sign-in-again = Sign in again.
sign-in-on-page = Sign in on the server’s page.
    .terminal = Sign in with “portcullis-cli account sign-in { $label }”.
sign-in-again-on-page = Sign in again on the server’s page.
    .terminal = Sign in again with “portcullis-cli account sign-in LABEL”.
more-scopes = “{ $server }” requires more scopes than you granted when you signed in.
more-scopes-settled = You were already asked about these scopes. To grant them, sign in again on the server’s page.
    .terminal = You were already asked about these scopes. To grant them, use “portcullis-cli account sign-in { $label }”.
more-scopes-remedy = Review the scopes on the server’s page, sign in again and repeat the operation.
    .terminal = Review the scopes with “portcullis-cli account sign-in { $label }”, and repeat the operation.
sign-in-expired = Your sign-in to “{ $server }” is no longer valid.
sign-in-required = “{ $server }” requires you to sign in.
request-not-sent = The request to “{ $server }” was not sent. { $problem }
request-not-processed = “{ $server }” did not process the request. { $problem }
secret-gone = The sign-in is no longer stored.
stored-unreadable = The stored sign-in cannot be read.
not-renewable = The sign-in expired and cannot be renewed.
organization-not-renewable = The sign-in at your organization expired and cannot be renewed.

## What an authorization server answers

token-refused = “{ $host }” does not accept the sign-in ({ $code }).
token-error = “{ $host }” did not issue a token ({ $code }). You are not signed in.
token-invalid = “{ $host }” sent { $what }. You are not signed in.
token-unusable = a token that cannot be used
token-missing = a response without a valid token
token-not-bound = a token that is not bound to a key, although the server requires one
token-unbound = a token that is no longer bound to a key
token-not-assertion = a token of the wrong kind
token-not-yours = an identity token that is invalid or for someone else
token-http = “{ $host }” returned HTTP { $status } instead of a token. You are not signed in.
token-unwell = “{ $host }” returned HTTP { $status } instead of a token.
metadata-http = “{ $host }” returned HTTP { $status } instead of its sign-in metadata. You are not signed in.
try-later = Try again later.
too-large = “{ $host }” sent a response of more than { $kibibytes } KiB. You are not signed in.
endpoint-refused = A URL for the sign-in is invalid or not encrypted. It was not contacted.
endpoint-refused-remedy = Tell the operator of the server: every sign-in URL must begin with https://.

## What servers and authorization servers say of themselves

issuer-unusable = You cannot sign in at “{ $host }”: { $cause }.
issuer-unusable-remedy = Tell the operator of the server what is wrong with its authorization server.
issuer-identifier = its issuer identifier is invalid
issuer-silent = it does not publish sign-in metadata
issuer-name = its metadata is for another issuer
issuer-pkce = it does not support PKCE with S256
issuer-token = it has no token endpoint
resource-other = The sign-in metadata of “{ $host }” is for another URL. You are not signed in.
resource-no-issuer = The sign-in metadata of “{ $host }” does not name an authorization server. You are not signed in.
resource-remedy = Contact the operator of the server. Signing in anyway could send your token to someone else.
unbound = The server requires tokens that are bound to a key, and “{ $issuer }” does not issue any that Portcullis supports.
no-assertions = “{ $issuer }” does not accept identity tokens from an organization.
no-assertions-remedy = Remove the identity provider on the server’s page, and sign in yourself.
    .terminal = Remove the identity provider with “portcullis-cli account client LABEL --forget”, and sign in yourself.
no-page-remedy = If it is for programs only, enter a client ID that signs in without a browser.

## The client ID and its secret

registration-invalid = “{ $host }” sent an invalid response to the client registration. You are not signed in.
registration-redirect = “{ $host }” refused to register Portcullis (HTTP { $status }): it does not accept redirects to this computer.
registration-refused = “{ $host }” refused to register Portcullis (HTTP { $status }).
client-id-remedy = Get a client ID there and enter it on the server’s page.
    .terminal = Get a client ID there and enter it with “portcullis-cli account client LABEL --id ID”.
registration-unsupported = “{ $issuer }” does not support client registration, so Portcullis needs a client ID.
client-other-issuer = Your client ID is for “{ $bound }”. It was not sent to “{ $issuer }”.
client-other-issuer-remedy = Enter one for the new authorization server, or remove yours.
client-secret-missing = The secret of your client ID is not stored.
enter-again-on-page = Enter it again on the server’s page.
    .terminal = Enter it again with “portcullis-cli account client LABEL”.
key-invalid = This is not a valid private key.
key-invalid-remedy = Enter a key in PEM form (“BEGIN PRIVATE KEY” or “BEGIN RSA PRIVATE KEY”): P-256, RSA of at least 2048 bits, or Ed25519.
own-organization-unattended = A client that signs in without a browser cannot use your organization’s identity provider.
own-unattended-secret = A client that signs in without a browser needs a secret or a key.
own-port = The redirect port is invalid.
own-issuer = The URL of the authorization server is invalid.
own-secret-missing = The secret or key is missing.
own-id = The client ID is invalid.
own-file = Enter the full path of the file with the identity token.
own-provider = The URL of the identity provider is invalid.

## An organization or a file that signs one in

organization-no-page = The identity provider of your organization has no sign-in page.
organization-no-page-remedy = Check the URL of the identity provider.
organization-url = The URL of your organization’s identity provider is invalid. It was not contacted.
file-unreadable = The file with the identity token cannot be opened: { $cause }.
file-not-file = The path of the identity token is not a file.
file-no-token = The file with the identity token does not contain a signed token. It was not sent.
file-remedy = Check the file, or choose another one.
