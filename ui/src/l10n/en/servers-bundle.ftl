# The page "Install bundle": an MCP bundle (.mcpb, .dxt) is a file that holds a server and says how it is started.

servers-bundle-title = Install bundle
servers-bundle-open = Open bundle…
servers-bundle-open-another = Open another…
servers-bundle-none = No bundle open
servers-bundle-none-help = A bundle is an .mcpb or .dxt file that contains a server. Nothing runs before you approve it.
servers-bundle-file = Bundle file
servers-bundle-author = Author
# Everyone can write any name into a bundle.
servers-bundle-claim = (according to the bundle)
servers-bundle-license = License
servers-bundle-size = Size
servers-bundle-sizes = { $file }, { $disk } on disk
servers-bundle-signature = Signature
servers-bundle-signed = Signed. Portcullis does not verify who signed it.
servers-bundle-unsigned = Not signed
# A choice: update a server that an earlier version was installed for, or add another one.
servers-bundle-updates = Already installed
servers-bundle-update = Update “{ $server }” ({ $version })
servers-bundle-add = Add another server
