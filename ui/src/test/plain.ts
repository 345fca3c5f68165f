/** What a test without a page has of one: the language that is spoken is written on it. */
globalThis.document = { documentElement: {} } as Document;
