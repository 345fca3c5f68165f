//! What the tools of a conversation take of what its model reads.

use portcullis_core::shape;

shape! {
    /// What tools take with every request to a model. Tokens are estimates: no provider's own count is known before it is
    /// asked.
    pub struct ToolBudget {
        /// Tokens of the definitions that go along now.
        pub tokens: u32,
        /// Tokens of all definitions that could.
        pub all: u32,
        /// Tokens from which on the model looks for tools itself; `None` for one that always gets all.
        pub most: Option<u32>,
        /// Most tokens that the model reads, where that is known.
        pub context: Option<u32>,
        /// The model looks for tools itself: only those that it found go along.
        pub searching: bool,
        /// Tokens of the tool that it looks with.
        pub search: u32,
        /// The servers, most expensive first.
        pub servers: Vec<ServerWeight>,
    }

    /// How much of the context of its model a conversation takes with the next request.
    #[derive(Copy, Eq)]
    pub struct ContextUse {
        /// Tokens.
        pub tokens: u32,
        /// Most tokens that the model reads, where that is known.
        pub context: Option<u32>,
        /// The tokens are estimated. Otherwise the provider counted them with the last reply.
        pub is_estimate: bool,
    }

    /// What requests to models cost.
    #[derive(Copy)]
    pub struct CostSum {
        /// US dollars of the replies whose price is known.
        pub dollars: f64,
        /// Replies.
        pub replies: u32,
        /// Replies among them whose price is not known.
        pub unpriced: u32,
    }

    /// What was spent.
    pub struct Spending {
        /// This month (UTC).
        pub month: CostSum,
        /// US dollars in a month from which on no request is sent; `None` for no limit.
        pub limit: Option<f64>,
        /// The conversation that was asked about, in all months.
        pub conversation: Option<CostSum>,
    }

    /// What the tools of one server take.
    pub struct ServerWeight {
        /// Server.
        pub id: String,
        /// The person's label.
        pub label: String,
        /// Tokens of the definitions that go along now.
        pub tokens: u32,
        /// Tokens of all.
        pub all: u32,
        /// Tools that go along now.
        pub given: u32,
        /// Tools that could.
        pub count: u32,
        /// The tools, most expensive first; those that go along before the others.
        pub tools: Vec<ToolWeight>,
        /// Tools beyond those.
        pub more: u32,
    }

    /// What a tool takes.
    pub struct ToolWeight {
        /// Raw name, escaped.
        pub tool: String,
        /// Tokens.
        pub tokens: u32,
        /// It goes along now.
        pub given: bool,
    }
}
