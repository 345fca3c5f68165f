//! Every command that the window may call, once: the handler, the permission list and the TypeScript
//! signatures are all made from this table, so none of them can lag behind.
//!
//! A command asks; it decides nothing (S-26). Authority is checked by the host with data it holds itself.

/// Expands `$then!` with the whole table.
macro_rules! with_commands {
    ($then:ident) => {
        $then! {
            /// Says how everything is now, and sends what happens from then on into a channel of the window, which takes the place of the one before.
            attach(channel: String) -> Snapshot;
            /// Stops every server and ends the application.
            quit() -> ();
            /// Servers in the person's order.
            servers() -> Vec<ServerSummary>;
            /// Everything about one server.
            server(id: String) -> ServerDetail;
            /// Asks to add a server, or to change the one named in `changes`. Nothing is saved or started before the answer.
            propose_server(draft: ServerDraft, changes: Option<String>) -> Request;
            /// Asks to start a server whose program or definition is no longer what was approved.
            propose_start(id: String) -> Request;
            /// Turns a server on or off.
            set_enabled(id: String, enabled: bool) -> ();
            /// Lets a server ask for words of a model, or not. What it may ask is said when a connection is made, so it is connected anew: calls that run end.
            set_sampling(server: String, allowed: bool) -> ();
            /// Stops and starts a server.
            restart_server(id: String) -> ();
            /// Stops and forgets a server, its secrets and its permissions. The record stays.
            remove_server(id: String) -> ();
            /// Tools that match a search; all for an empty one.
            tools(server: String, query: String) -> ToolList;
            /// Everything about one tool.
            tool(server: String, tool: String) -> ToolDetail;
            /// Opens the question about a tool whose definition changed.
            review_tool(server: String, tool: String) -> Request;
            /// Holds a tool to all parts of its definition again; how many might vary.
            hold_all_parts(server: String, tool: String) -> u32;
            /// Checks arguments, as JSON text, against a tool's schema; empty when they fit.
            check_arguments(server: String, tool: String, arguments: String) -> Vec<ArgumentIssue>;
            /// A person's own call of the definition with this digest, with arguments as JSON text. Ends in events `call`; `call` brings the result.
            start_call(server: String, tool: String, arguments: String, definition: String) -> CallView;
            /// Stops a call, down to the server.
            cancel_call(call: String) -> ();
            /// A call with its result.
            call(call: String) -> CallView;
            /// Calls that servers go on with as tasks: those that go on, oldest first, and those that ended, newest first.
            tasks() -> Vec<TaskView>;
            /// Asks the server to stop a task, which it need not do; a second time, nobody waits for it any more.
            stop_task(task: String) -> ();
            /// Takes all tasks that ended off the list. The record keeps their rows.
            forget_tasks() -> ();
            /// A piece of content by handle, at most 256 KiB, from an offset in bytes.
            read_payload(handle: String, offset: u64) -> Chunk;
            /// An image or sound by handle, as a `data:` address.
            payload_url(handle: String) -> String;
            /// Saves content by handle through the system's save dialog; the path, or nothing when cancelled.
            save_payload(handle: String, name: String) -> Option<String>;
            /// The picture that a server names for itself or for something it offers, as a `data:` address of checked bytes; nothing where none is shown.
            icon(server: String, of: IconOf, dark: bool) -> Option<String>;
            /// Resources and templates that match a search; all for an empty one. Reads the lists where they are not known yet.
            resources(server: String, query: String) -> ResourceList;
            /// Reads the lists of resources, templates and prompts again, however long they were said to hold.
            refresh_offers(server: String) -> ();
            /// The address that a template leads to with these values; nothing is read.
            expand_template(server: String, template: String, values: BTreeMap<String, String>) -> ExpandedTemplate;
            /// A person's own reading of a resource. With `again` the server is asked whatever it said about how long its last answer holds.
            read_resource(server: String, uri: String, again: bool) -> ReadResource;
            /// Stops what is being read or fetched from a server at the moment.
            stop_reading(server: String) -> ();
            /// Asks a server to say when a resource changes, or no longer to say so.
            subscribe_resource(server: String, uri: String, on: bool) -> ();
            /// Puts what was read into a conversation, marked as coming from its server. Takes the `id` of what was read.
            attach_resource(conversation: String, read: String) -> ();
            /// Prompts that match a search; all for an empty one. Reads the list where it is not known yet.
            prompts(server: String, query: String) -> PromptList;
            /// Fetches a prompt to look at. Without a required argument nothing is sent.
            get_prompt(server: String, prompt: String, arguments: BTreeMap<String, String>) -> FetchedPrompt;
            /// Puts the messages that were looked at into a conversation, marked as coming from their server. Takes the `id` of what was fetched.
            use_prompt(conversation: String, fetched: String) -> ();
            /// Suggestions for a field while it is typed in; `context` has the other fields of the same form that are filled in. Wait for a pause in typing.
            complete(server: String, of: CompletionOf, argument: String, value: String, context: BTreeMap<String, String>) -> Suggestions;
            /// How much a server says in its log messages; nothing leaves it to the server. Kept until Portcullis ends.
            set_log_level(server: String, level: Option<LogLevel>) -> ();
            /// Log lines after a sequence number (0 for all that are kept), at most 2,000.
            logs(server: String, after: u64) -> LogPage;
            /// Frames after a sequence number (0 for all that are kept), at most 1,000.
            frames(server: String, after: u64) -> FramePage;
            /// A frame as indented text, secrets masked, at most 256 KiB.
            frame_text(server: String, seq: u64) -> Foreign;
            /// Frames after a sequence number that hold some words, secrets masked: at most 1,000, and how far was looked.
            find_frames(server: String, words: String, after: u64) -> FramesFound;
            /// A call of a tool as it was sent, secrets masked, for its form. Nothing is called.
            frame_call(server: String, seq: u64) -> SentCall;
            /// Exports the frames that are kept as JSON lines, secrets masked, through the save dialog; the path, or nothing when cancelled.
            export_frames(server: String) -> Option<String>;
            /// Requests that wait.
            waiting() -> Vec<Request>;
            /// Says that a request is now in front of the person: starts the 500 ms in which nothing can be answered.
            attend(request: String, nonce: String) -> ();
            /// Changes the arguments of a waiting call, a request to a model or its answer: it comes back with a new digest and nonce.
            amend(request: String, nonce: String, arguments: String) -> Request;
            /// Checks what is filled into a waiting form; empty when it could be sent. Decides nothing.
            check_form(request: String, nonce: String, content: Filled) -> Vec<ArgumentIssue>;
            /// Tries limits that a waiting request offers on the last calls of its tool. Decides nothing.
            try_limits(request: String, only: Vec<u32>) -> RuleTrial;
            /// What was filled into a waiting form when it was last checked, for a page that was loaded anew.
            filled_form(request: String, nonce: String) -> Option<Filled>;
            /// Answers a request.
            answer(reply: Reply) -> ();
            /// Cancels all calls, denies all that waits and stops all servers.
            stop_everything() -> ();
            /// Standing permissions, newest first.
            grants() -> Vec<GrantView>;
            /// Ends one.
            revoke(grant: String) -> ();
            /// Ends all of a server; the number ended.
            revoke_server(server: String) -> u32;
            /// Ends these; the number ended. Those that had ended already are left out.
            revoke_these(grants: Vec<String>) -> u32;
            /// Ends all; the number ended.
            revoke_all() -> u32;
            /// What a person says of what a server and its tools give and do.
            flows(server: String) -> ServerFlows;
            /// Says it of a server, or of one of its tools. What is stricter counts at once; what is looser is asked at the gate, and comes back.
            set_class(server: String, tool: Option<String>, class: FlowClass) -> Option<Request>;
            /// What a conversation has read and called, as far as it counts for what may leave with its next call.
            conversation_flows(conversation: String) -> ConversationFlows;
            /// A page of the record, newest first; `before` is the `next` of the page before.
            record(filter: RecordFilter, before: Option<u64>) -> RecordPage;
            /// One operation of the record.
            record_detail(seq: u64) -> RecordDetail;
            /// Checks the chain of the record.
            verify_record() -> Verification;
            /// Exports the record (`jsonl` or `csv`) through the save dialog; the path, or nothing when cancelled.
            export_record(format: String) -> Option<String>;
            /// Conversations, newest first.
            conversations() -> Vec<ConversationSummary>;
            /// A conversation.
            conversation(id: String) -> Conversation;
            /// A new, empty conversation.
            create_conversation() -> Conversation;
            /// Renames a conversation.
            rename_conversation(id: String, title: String) -> ();
            /// Deletes a conversation and its permissions.
            delete_conversation(id: String) -> ();
            /// Says something; the model answers in events `message`.
            say(conversation: String, text: String) -> ();
            /// Stops the model and its calls.
            stop_conversation(id: String) -> ();
            /// Lets a server take part in a conversation, or not.
            set_conversation_server(conversation: String, server: String, enabled: bool) -> Conversation;
            /// Puts a copy of a file into a conversation, chosen in the system's file dialog; false when cancelled. The page never names one.
            attach_file(conversation: String) -> bool;
            /// Puts a text into a conversation as a file: one that was pasted and is too long to be written in.
            attach_text(conversation: String, text: String) -> ();
            /// A picture or a sound of a conversation, by its digest, as a `data:` address of checked bytes.
            media_url(conversation: String, digest: String) -> String;
            /// Saves a picture, a sound or a document of a conversation through the save dialog; the path, or nothing when cancelled.
            save_media(conversation: String, digest: String, name: String) -> Option<String>;
            /// Has results of a conversation wait for the person before its model gets them, or no longer.
            set_conversation_held(conversation: String, held: bool) -> Conversation;
            /// Says what becomes of a result that waits. Not within 500 ms after it came.
            answer_held(conversation: String, held: String, answer: HeldAnswer) -> ();
            /// Settings.
            settings() -> Settings;
            /// Saves what of the settings is given; the rest stays as it is.
            set_settings(settings: SettingsChange) -> Settings;
            /// About, with the keychain tried by a write.
            about() -> About;
            /// Puts a backup in the place of a database that was found damaged at this start, and opens everything anew: attach again. All servers are off then.
            restore_backup(backup: String) -> ();
            /// The folders that a server may be told about, and whether it may know them.
            roots(server: String) -> RootList;
            /// Adds a folder for a server through the system's folder picker; nothing when cancelled. The page never names one.
            add_root(server: String) -> Option<RootList>;
            /// Takes a folder of a server away, by its path as listed.
            remove_root(server: String, path: String) -> RootList;
            /// Keeps a server from knowing its folders, or has it ask again. A yes is given at the gate alone.
            withhold_roots(server: String, withheld: bool) -> RootList;
            /// Who is signed in at a server, and how a sign-in goes. Its changes are events `account`.
            account(server: String) -> ServerAccount;
            /// Finds out what a sign-in at a server takes, for the person to read. No browser opens and nothing is registered.
            sign_in_review(server: String) -> SignInReview;
            /// Signs in as it was reviewed, at one of the authorization servers of the review. Not within 500 ms after it.
            sign_in(server: String, nonce: String, issuer: String) -> ServerAccount;
            /// Gives up a sign-in that is under way.
            cancel_sign_in(server: String) -> ServerAccount;
            /// Says that what the server wants beyond what was granted stays ungranted; it is not brought up again by itself.
            decline_more(server: String) -> ServerAccount;
            /// Deletes tokens and registration of a server, and takes them back at the authorization server where that is offered.
            sign_out(server: String) -> ServerAccount;
            /// Keeps a client of the person's own for a server; its secret or key goes to the keychain.
            set_own_client(server: String, client: OwnClientDraft) -> ServerAccount;
            /// Forgets it, with its secret or key. A sign-in made with it ends.
            forget_own_client(server: String) -> ServerAccount;
            /// Keeps secrets in a file that this passphrase opens, on a computer without a keychain; elsewhere it is refused.
            keep_secrets_in_file(passphrase: Hidden) -> About;
            /// Opens that file.
            unlock_secrets(passphrase: Hidden) -> About;
            /// Puts another passphrase in the place of its.
            change_passphrase(before: Hidden, passphrase: Hidden) -> About;
            /// Moves everything in it to the keychain, and deletes it.
            keep_secrets_in_keychain() -> About;
            /// The document by which authorization servers know who Portcullis is, and what has to be in one.
            client_document() -> ClientDocument;
            /// Keeps the address of such a document once it was read and says what it must; none forgets it.
            set_client_document(address: Option<String>) -> ClientDocument;
            /// Providers of models, oldest first.
            models() -> Vec<ProviderView>;
            /// Adds a provider, lists its models and uses the first few. Its key goes to the keychain. It is kept also where the list does not come, with the problem in it.
            add_provider(draft: ProviderDraft) -> ProviderView;
            /// Puts another key in the place of a provider's, or takes it away, and lists its models again.
            set_provider_key(provider: String, key: Option<Hidden>) -> ProviderView;
            /// Lists a provider's models again and has one of them say a word, which costs as much as a word does. What is wrong is in the view.
            check_provider(provider: String) -> ProviderView;
            /// Forgets a provider and its key.
            remove_provider(provider: String) -> ();
            /// Uses a model or does not, and says what is known of it; a name that the provider does not list is added. Without facts they stay as they are.
            set_model(provider: String, model: String, used: bool, facts: Option<ModelFacts>) -> ProviderView;
            /// Providers that run on this computer and are not added. Nothing is sent but the question for their models.
            find_providers() -> Vec<FoundProvider>;
            /// Has another model go on in a conversation.
            set_conversation_model(conversation: String, model: String) -> Conversation;
            /// Has the model go on where a reply failed or was stopped. Tools that ran are not run again.
            go_on(conversation: String) -> ();
            /// What was said before the message `before` of the branch that is shown; with `to`, all of it back to that message.
            messages(id: String, before: u32, to: Option<u32>) -> MessagePage;
            /// Says something else in the place of a message of the person's, on a branch of its own.
            say_instead(conversation: String, seq: u32, text: String) -> ();
            /// Has an answer made again, on a branch of its own: by this model, or by that of the conversation.
            answer_again(conversation: String, seq: u32, model: Option<String>) -> ();
            /// Shows the branch that a message is on.
            show_branch(conversation: String, seq: u32) -> Conversation;
            /// Conversations and messages with all these words; `before` is the `next` of the page before.
            find_chats(words: String, before: Option<u64>) -> ChatHits;
            /// Exports a conversation (`markdown` or `json`), secrets masked, through the save dialog; the path, or nothing when cancelled.
            export_conversation(id: String, format: String) -> Option<String>;
            /// The system's folder picker; nothing when cancelled.
            pick_folder() -> Option<String>;
        }
    };
}
pub(crate) use with_commands;
