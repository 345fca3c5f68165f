import { describe, expect, it } from "vitest";
import { cpuTime } from "../test/cpu";
import { draw, rewritten } from "./draw";
import { DEEPEST, DRAWING_MS, LONGEST_SOURCE, LONGEST_TEXT, MOST_EDGES, MOST_NODES } from "./limits";
import { pictureOf } from "./picture";
import { readable } from "./text";

/** The diagram as the library gets it, with its texts as they are read. */
const plain = (source: string) => readable(rewritten(source));

/** The texts of the picture in their order, and how many lines it draws. */
function drawn(source: string): { texts: string[]; edges: number; svg: string } {
  const drawing = draw(source);
  if ("refused" in drawing) {
    throw new Error(JSON.stringify(drawing.refused));
  }
  const picture = pictureOf(drawing.svg, false);
  const svg = decodeURIComponent((picture?.url ?? "").replace("data:image/svg+xml,", ""));
  const root = new DOMParser().parseFromString(svg, "image/svg+xml");
  return {
    texts: [...root.querySelectorAll("text")].map((it) => it.textContent ?? ""),
    edges: root.querySelectorAll("[marker-end]").length,
    svg,
  };
}

const refusal = (source: string) => {
  const drawing = draw(source);
  return "refused" in drawing ? drawing.refused : null;
};

describe("a flowchart", () => {
  it.each([
    ["A-->B", "n1 --> n2"],
    ["A --> B;", "n1 --> n2"],
    ["A---->B", "n1 --> n2"],
    ["A---B", "n1 --- n2"],
    ["A-.->B", "n1 -.-> n2"],
    ["A==>B", "n1 ==> n2"],
    ["A<-->B", "n1 <--> n2"],
    ["A -->|yes| B", "n1 -->|yes| n2"],
    ["A-- yes -->B", "n1 -->|yes| n2"],
    ["A-. maybe .->B", "n1 -.->|maybe| n2"],
    ["A == sure ==> B", "n1 ==>|sure| n2"],
    ["A --x B", "n1 --> n2"],
    ["a-b --> c.d", "n1 --> n2"],
    ["开始 --> 结束", "n1 --> n2"],
  ])("reads %j", (line, written) => {
    expect(plain(`flowchart LR\n${line}`).split("\n").at(-1)).toBe(written);
  });

  it("reads chains, several at once, and statements in one line", () => {
    const text = plain("graph TD;\n  A[One] --> B(Two) --> C{Three}; D & E --> A");
    expect(text).toContain("n1[One]\nn2(Two)\nn3{Three}\nn4[D]\nn5[E]");
    expect(text).toContain("n1 --> n2\nn2 --> n3\nn4 --> n1\nn5 --> n1");
  });

  it("knows groups, in whichever order they and what is in them are named", () => {
    const text = plain(
      'flowchart TD\n A --> B\n subgraph s1["The group"]\n direction LR\n B\n subgraph inner\n C\n end\n end\n s1 --> D',
    );
    expect(text.split("\n")).toEqual([
      "flowchart TD",
      "subgraph g3 [The group]",
      "direction LR",
      "n2[B]",
      "subgraph g4 [inner]",
      "n5[C]",
      "end",
      "end",
      "n1[A]",
      "n7[D]",
      "n1 --> n2",
      "g3 --> n7",
    ]);
  });

  it("keeps signs in texts that its own syntax is made of", () => {
    const { texts, edges } = drawn(
      'flowchart TD\nA["f(x)[0] --> {y} | z; %% no"] --> B["a #quot;b#quot; &lt;c&gt;"]',
    );
    expect(texts.join("")).toContain("f(x)[0] --> {y} | z; %% no");
    expect(texts.join("")).toContain('a "b" <c>');
    expect(edges).toBe(1);
  });

  it("breaks long texts, and where the writer broke them", () => {
    const { texts } = drawn(`flowchart TD\nA["one<br>two\\nthree"] --> B[${"word ".repeat(20)}]`);
    expect(texts[0]).toBe("onetwothree");
    expect(plain("flowchart TD\nA[x<br/>y]")).toContain("n1[x<br>y]");
  });

  it.each([
    "A --> ",
    "A B",
    "A[open",
    "A --> B -->",
    "A{{x}",
    "subgraph a\nA",
    "end",
    "A@{ shape",
    "e1@--> B",
  ])("is refused where a part would be missing: %j", (lines) => {
    expect(refusal(`flowchart TD\n${lines}`)?.reason).toBe("line");
  });

  it("says which line it could not read", () => {
    expect(refusal("%% a comment\nflowchart TD\n\nA --> B\nA => B")).toEqual({ reason: "line", line: 5 });
  });
});

describe("a diagram of another kind", () => {
  it("can be a sequence", () => {
    const { texts } = drawn(
      [
        "sequenceDiagram",
        "  autonumber",
        "  participant A as Alice: the first",
        "  actor B",
        "  A->>+B: Hello: you",
        "  loop Every day",
        "    B-->>-A: Hi",
        "  end",
        "  alt yes",
        "    A-)B: async",
        "  else no",
        "    A-xB: lost",
        "  end",
        "  Note over A,B: between",
        "  rect rgb(1,2,3)",
        "    my-xml->>A: self",
        "  end",
      ].join("\n"),
    );
    const all = texts.join("\n");
    for (const words of [
      "Alice: the first",
      "1. Hello: you",
      "2. Hi",
      "Every day",
      "between",
      "my-xml",
      "5. self",
    ]) {
      expect(all).toContain(words);
    }
  });

  it("can be of states", () => {
    const { texts } = drawn(
      'stateDiagram-v2\n[*] --> Still\nStill --> Moving: push\nstate "Very long" as L\nMoving-->L\nL : described\nstate Group {\n [*] --> In\n In --> [*]\n}\nL --> Group\nGroup --> [*]',
    );
    expect(texts).toEqual(expect.arrayContaining(["Still", "Moving", "push", "described", "Group", "In"]));
  });

  it("can be of classes", () => {
    const { texts } = drawn(
      'classDiagram\nclass Animal {\n <<interface>>\n +String name\n -run(int a, Map~K,V~ b)$ void\n}\nAnimal<|--Dog : is\nDog "1" *-- "0..*" Leg\nclass List~T~\nAnimal : +age int\nLeg ..> List',
    );
    const all = texts.join("\n");
    for (const words of ["Animal", "interface", "name", "run", "Dog", "0..*", "List<T>", "age"]) {
      expect(all).toContain(words);
    }
  });

  it("can be of entities", () => {
    const { texts } = drawn(
      'erDiagram\nCUSTOMER ||--o{ ORDER : places\nORDER {\n string id PK "the number"\n int count\n}\nCUSTOMER }|..|{ "LINE ITEM" : "has many"',
    );
    expect(texts.join("\n")).toContain("LINE ITEM");
    expect(texts.join("\n")).not.toContain("no attributes");
    expect(texts.join("\n")).toContain("has many");
  });

  it("can be a mind map, by how far its lines are set in", () => {
    const source =
      "mindmap\n  root((The gate))\n    Wings\n      two[Two of oak]\n      ::icon(fa fa-door)\n    ))Chains((\n";
    expect(plain(source).split("\n")).toEqual([
      "flowchart LR",
      "n1((The gate))",
      "n2(Wings)",
      "n1 --- n2",
      "n3[Two of oak]",
      "n2 --- n3",
      "n4(Chains)",
      "n1 --- n4",
    ]);
    expect(drawn(source).texts).toEqual(["The gate", "Wings", "Two of oak", "Chains"]);
  });

  it("can be a pie, whose slices and shares are told in words as well", () => {
    const { texts, svg } = drawn('pie showData title Pets\n"Dogs" : 386\n"Cats & more" : 85.9\n"Rats" : 0.1');
    expect(texts).toEqual([
      "Pets",
      "82%",
      "Dogs · 386 · 82%",
      "18%",
      "Cats & more · 85.9 · 18%",
      "Rats · 0.1 · <0.1%",
    ]);
    // The first is more than half of the circle, and each has a colour of its own.
    const paths = [...svg.matchAll(/<path d="[^"]*A110 110 0 ([01]) 1[^"]*" fill="(#\w+)"/g)];
    expect(paths.map((it) => it[1])).toEqual(["1", "0", "0"]);
    expect(new Set(paths.map((it) => it[2])).size).toBe(3);
    expect(drawn('pie\n"All" : 1').svg).toMatch(/<circle /);
  });

  it("can be a plan, with each task from its day to its end", () => {
    const { texts, svg } = drawn(
      "gantt\ntitle Build\ndateFormat YYYY-MM-DD\nsection Wings\nSaw :done, saw, 2026-01-01, 4d\nJoin :active, crit, after saw, 2026-01-09\nsection Gate\nHang :1w\nOpen :milestone, 2026-01-16, 0d",
    );
    for (const text of [
      "Build",
      "Wings",
      "Saw",
      "Join",
      "Gate",
      "Hang",
      "Open",
      "2026-01-01",
      "2026-01-15",
    ]) {
      expect(texts).toContain(text);
    }
    const bars = [...svg.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"[^>]*stroke-width="(\d)"/g)];
    const [saw, join, hang] = bars.map((it) => it.slice(1).map(Number));
    const day = 620 / 15;
    expect(saw?.[1]).toBeCloseTo(4 * day, 1);
    expect(join?.[0]).toBeCloseTo((saw?.[0] ?? 0) + 4 * day, 1);
    expect(join?.[1]).toBeCloseTo(4 * day, 1);
    expect([saw?.[2], join?.[2]]).toEqual([1, 2]);
    expect(hang?.[1]).toBeCloseTo(7 * day, 1);
    expect(svg).toMatch(/<polygon /);
  });

  it("can be a timeline, with further events in lines of their own", () => {
    const { texts } = drawn(
      "timeline\ntitle Gates\nsection Old\n1200 : Oak : Iron\n1300 : Chains\n: A second chain\nsection New\n10:30 : Steel",
    );
    expect(texts).toEqual([
      "Gates",
      "Old",
      "New",
      "1200",
      "Oak",
      "Iron",
      "1300",
      "Chains",
      "A second chain",
      "10:30",
      "Steel",
    ]);
  });

  it("can be a journey, with each score as a height and a number, and who was there", () => {
    const { texts, svg } = drawn(
      "journey\ntitle A day\nsection At home\nMake tea: 5: Me\nSweep: 1: Me, Cat\nsection Away\nWork: 3",
    );
    for (const text of ["A day", "At home", "Away", "Make tea", "Sweep", "Work", "Me", "Me, Cat"]) {
      expect(texts).toContain(text);
    }
    const heights = [...svg.matchAll(/<circle cx="[\d.]+" cy="([\d.]+)"/g)].map((it) => Number(it[1]));
    expect(heights.map((it) => (it - (heights[0] ?? 0)) / 26)).toEqual([0, 4, 2]);
  });

  it("can be of quadrants, with points that its own text gives no look", () => {
    const { texts, svg } = drawn(
      'quadrantChart\ntitle Reach\nx-axis Low --> High\ny-axis "Not seen" --> Seen\nquadrant-1 Expand\nquadrant-3 Leave\nFirst: [0.25, 0.5]\nSecond:::bold: [1, 0] radius: 12, color: #ff3300\nclassDef bold color: #109060',
    );
    expect(texts).toEqual(["Reach", "Expand", "Leave", "Low", "High", "Not seen", "Seen", "First", "Second"]);
    const points = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)" r="5" fill="#1d1f23"/g)];
    const [first, second] = points.map((it) => it.slice(1).map(Number));
    expect((second?.[0] ?? 0) - (first?.[0] ?? 0)).toBeCloseTo(0.75 * 460, 1);
    expect((second?.[1] ?? 0) - (first?.[1] ?? 0)).toBeCloseTo(0.5 * 460, 1);
    expect(svg).not.toMatch(/ff3300|109060/);
  });

  it("can be a Git graph, with a lane for each branch and a line for each parent", () => {
    const { texts, svg } = drawn(
      'gitGraph LR:\ncommit id: "first" tag: "v1.0"\nbranch wings order: 3\ncommit "Saw"\ncheckout main\ncommit type: HIGHLIGHT\nmerge wings id:"joined" tag:"v2" tag:"new"\nbranch "the gate"\ncommit type: REVERSE\nswitch wings\ncherry-pick id: "joined" parent: "first"',
    );
    expect(texts).toEqual([
      "main",
      "wings",
      "the gate",
      "first",
      "v1.0",
      "Saw",
      "joined",
      "v2",
      "new",
      "cherry-pick: joined",
    ]);
    const edges = [
      ...svg.matchAll(
        /<path d="M([\d.]+) ([\d.]+)[^"]*L([\d.]+) ([\d.]+)" fill="none" stroke="[^"]+" stroke-width="2"/g,
      ),
    ];
    // Six lines: five commits after the first have one parent each, and the merge one more.
    expect(edges).toHaveLength(6);
    const lanes = new Set(edges.flatMap((it) => [it[2], it[4]]));
    expect(lanes.size).toBe(3);
  });

  it.each([
    "xychart-beta\n title x",
    "requirementDiagram\n x",
    "sankey-beta\n a,b,1",
    "gitGraphs\n commit",
    "piece\n a : 1",
    "",
    "flowcharts TD\nA",
    "sequenceDiagrams\nA->>B: x",
  ])("is not drawn: %j", (source) => {
    expect(refusal(source)?.reason).toBe("kind");
  });

  it.each([
    "sequenceDiagram\nA says B",
    "sequenceDiagram\nloop x\nA->>B: y",
    "stateDiagram-v2\nA --> B\nnote right of A : hm",
    "stateDiagram-v2\nstate c <<choice>>\nA --> c",
    'classDiagram\nnote for A "x"',
    "classDiagram\nclass A {\n+x",
    "erDiagram\nA --> B",
    "erDiagram\nA {\nonly\n}",
    "mindmap\nroot\n  a\nanother root",
    "mindmap\nroot((a",
    'pie\n"a" : 1\nb : 2',
    'pie\n"a" : 0',
    "timeline\n: an event of nothing",
    "timeline\n2024 :",
    "gantt\nA : 3d",
    "gantt\ndateFormat DD-MM-YYYY\nA : 01-01-2026, 3d",
    "gantt\nexcludes weekends\nA : 2026-01-01, 3d",
    "gantt\nA : 2026-02-30, 3d",
    "gantt\nA : after b, 3d",
    "gantt\nA : 2026-01-02, 2026-01-01",
    "gantt\nA : 2026-01-01, until b",
    "journey\nMake tea",
    "journey\nMake tea: 6: Me",
    "journey\nMake tea: 2.5",
    "journey\nMake tea: 3:",
    "quadrantChart\nA: [1.2, 0.5]",
    "quadrantChart\nA: [0.2]",
    "quadrantChart\nA: [0.2, 0.5] shape: star",
    "quadrantChart\nx-axis a --> b --> c",
    "quadrantChart\nquadrant-5 x",
    "gitGraph\ncommit of something",
    'gitGraph\ncommit id: "a" id: "b"',
    'gitGraph\ncommit id: "a"\ncommit id: "a"',
    "gitGraph\ncommit type: LOUD",
    "gitGraph\ncommit\nbranch main",
    "gitGraph\ncommit\ncheckout gone",
    "gitGraph\ncommit\nbranch a\ncheckout main\nmerge a",
    'gitGraph\ncommit\ncherry-pick id: "gone"',
    "gitGraph\ncommit\nrebase main",
  ])("is refused where a part would be missing: %j", (source) => {
    expect(refusal(source)?.reason).toBe("line");
  });
});

// Proves S-19, S-20, S-24.
describe("a hostile diagram", () => {
  const payloads = [
    '"><script>window.__pwned=1</script>',
    "<img src=x onerror=window.__pwned=1>",
    "]]><svg onload=window.__pwned=1>",
    "javascript:window.__pwned=1",
    "url(https://sink.example/a.png)",
    "&#60;script&#62;",
    "</text><foreignObject><body onload=1></body></foreignObject>",
    "<b onclick=1>x</b>",
    "$$\\href{javascript:1}{x}$$",
  ];
  const kinds: [string, (text: string) => string][] = [
    [
      "a box",
      (it) =>
        `flowchart TD\nA["${it.replaceAll('"', "'")}"] -->|${it.replaceAll("|", "").replaceAll('"', "")}| B`,
    ],
    ["a message", (it) => `sequenceDiagram\nparticipant ${it} as ${it}\nA->>B: ${it}\nNote over A: ${it}`],
    ["a state", (it) => `stateDiagram-v2\nA --> B : ${it}\nA : ${it}`],
    ["a relation", (it) => `classDiagram\nA --> B : ${it}\nA : ${it}`],
    ["an entity", (it) => `erDiagram\nA ||--o{ B : ${it}`],
    ["a thought", (it) => `mindmap\nroot["${it.replaceAll('"', "'")}"]\n  ${it}`],
    ["a slice", (it) => `pie title ${it}\n"${it.replaceAll('"', "'")}" : 1\n"b" : 2`],
    ["a task", (it) => `gantt\ntitle ${it}\nsection ${it}\n${it.replaceAll(":", "")} : 2026-01-01, 1d`],
    [
      "a task of a journey",
      (it) => `journey\ntitle ${it}\nsection ${it}\n${it.replaceAll(":", "")}: 3: ${it.replaceAll(":", "")}`,
    ],
    ["a point", (it) => `quadrantChart\ntitle ${it}\nx-axis ${it}\nquadrant-1 ${it}\n${it}: [0.1, 0.2]`],
    [
      "a commit",
      (it) =>
        `gitGraph\ncommit id: "${it.replaceAll('"', "'")}" tag: "${it.replaceAll('"', "'")}"\nbranch "${it.replaceAll('"', "'")}"`,
    ],
    ["an event", (it) => `timeline\ntitle ${it}\nsection ${it}\n${it} : ${it}`],
  ];
  for (const [where, source] of kinds) {
    it.each(payloads)(`makes nothing but a text of what is at ${where}: %s`, (payload) => {
      const drawing = draw(source(payload));
      if ("refused" in drawing) {
        return;
      }
      const { svg } = drawn(source(payload));
      const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
      const names = new Set([...root.querySelectorAll("*")].map((it) => it.nodeName));
      for (const name of [
        "script",
        "img",
        "image",
        "a",
        "style",
        "foreignObject",
        "use",
        "parsererror",
        "title",
      ]) {
        expect(names).not.toContain(name);
      }
      for (const element of [root, ...root.querySelectorAll("*")]) {
        for (const { name, value } of element.attributes) {
          expect(name).not.toMatch(/^on|href|^style$|^data-|^class$/);
          expect(value.replace(/^url\(#arrow[\w-]*\)$|^url\(#[\w-]+\)$/, "")).not.toMatch(
            /url|javascript|script/i,
          );
        }
      }
    });
  }

  it.each([
    '%%{init: {"securityLevel": "loose", "themeCSS": "* { background: url(https://sink.example) }"}}%%\nflowchart TD\nA --> B',
    '%%{init: {\n"securityLevel": "loose"\n}}%%\nflowchart TD\nA --> B',
    "---\nconfig:\n  securityLevel: loose\n  htmlLabels: true\n---\nflowchart TD\nA --> B",
    'flowchart TD\nA --> B\nclick A "javascript:window.__pwned=1" _self\nclick B call pwn()',
    "flowchart TD\nA --> B\nstyle A fill:url(https://sink.example),stroke:red\nclassDef x fill:red;\nclass A x\nlinkStyle 0 stroke:red",
    "flowchart TD\nA:::x --> B",
  ])("is not configured by its own text: %j", (source) => {
    const { svg } = drawn(source);
    const same = drawn("flowchart TD\nA --> B").svg;
    expect(svg).toBe(same);
  });

  // Proves S-41.
  it("shows hidden characters that only an entity makes", () => {
    const { texts } = drawn('flowchart TD\nA["a&#8238;b#8203;c"] --> B["&amp;#8238;"]');
    expect(texts[0]).toBe("a⟨U+202E⟩b⟨U+200B⟩c");
    expect(texts[1]).toBe("&⟨U+202E⟩");
  });

  it("takes no sign of its own for one of the text", () => {
    expect(drawn("flowchart TD\nA[x\ue03c\ue03ey]").texts).toEqual([
      "x⟨U+FFFD⟩⟨U+FFFD⟩y".replaceAll("⟨U+FFFD⟩", "\ufffd"),
    ]);
  });

  it("is a picture with characters that no picture can have", () => {
    const { texts } = drawn('flowchart TD\nA["a#1;b#65535;c#65534;d#55357;e\ud83df"] --> B["\u{1f600}"]');
    expect(texts).toEqual(["a b c d#55357;e\ufffdf", "\u{1f600}"]);
  });

  it("is no picture where what was drawn cannot be read", () => {
    const size = 'xmlns="http://www.w3.org/2000/svg" width="10" height="10"';
    expect(pictureOf(`<svg ${size}><text>a</svg>`, false)).toBeNull();
    expect(pictureOf(`<svg ${size.replace("10", "1e9")}/>`, false)).toBeNull();
    expect(pictureOf("<html/>", false)).toBeNull();
    expect(pictureOf("", true)).toBeNull();
    const odd = `<svg ${size} onload="x()"><script>x()</script><a href="https://sink.example"><text>a</text></a><image href="https://sink.example"/><text style="x" onclick="x()" fill="url(https://sink.example)">b</text><style>*{}</style></svg>`;
    const picture = decodeURIComponent(pictureOf(odd, false)?.url ?? "");
    expect(picture).not.toMatch(/sink|onload|onclick|style|script|<a|<image/);
    expect(picture).toMatch(/<text fill="none">b<\/text>/);
  });

  it.each([
    ["characters", `flowchart TD\n${"A --> B\n".repeat(LONGEST_SOURCE / 8 + 1)}`],
    ["boxes", `flowchart TD\n${Array.from({ length: MOST_NODES + 1 }, (_, i) => `n${i}`).join(" & ")}`],
    ["lines", `flowchart TD\n${"A --> B\n".repeat(MOST_EDGES + 1)}`],
    [
      "lines of many with many",
      "flowchart TD\na&b&c&d&e&f&g&h&i&j&k&l&m&n&o&p&q&r&s&t&u --> a&b&c&d&e&f&g&h&i&j&k&l&m&n&o&p&q&r&s&t&u",
    ],
    ["a text", `flowchart TD\nA[${"x".repeat(LONGEST_TEXT + 1)}]`],
    ["groups within groups", `flowchart TD\n${"subgraph x\n".repeat(DEEPEST + 1)}`],
    ["messages", `sequenceDiagram\n${"A->>B: x\n".repeat(MOST_EDGES + 1)}`],
    ["members", `classDiagram\nclass A {\n${"x\n".repeat(MOST_EDGES + 1)}}`],
    ["thoughts", `mindmap\nroot\n${"  a\n".repeat(MOST_NODES)}`],
    ["slices", `pie\n${'"a" : 1\n'.repeat(31)}`],
    ["tasks", `gantt\nA : 2026-01-01, 1d\n${"A : 1d\n".repeat(MOST_NODES)}`],
    ["tasks of a journey", `journey\n${"a: 3\n".repeat(MOST_NODES + 1)}`],
    ["points", `quadrantChart\n${"a: [0, 1]\n".repeat(MOST_NODES + 1)}`],
    ["commits", `gitGraph\n${"commit\n".repeat(MOST_NODES + 1)}`],
    ["branches", `gitGraph\n${Array.from({ length: MOST_NODES }, (_, i) => `branch b${i}`).join("\n")}`],
    ["events", `timeline\n1${" : a".repeat(MOST_NODES)}`],
  ])("has an end: %s", (_, source) => {
    expect(refusal(source)?.reason).toBe("large");
  });

  // Reading is linear; laying out is what the worker is ended for.
  it.each([
    ["flowchart TD\n", "A[".repeat(9_000)],
    ["flowchart TD\n", `A ${"-".repeat(19_000)}`],
    ["flowchart TD\n", `A -- ${"- ".repeat(9_000)}`],
    ["flowchart TD\n", `A${".a".repeat(9_000)}.`],
    ["sequenceDiagram\n", "a-".repeat(9_000)],
    ["sequenceDiagram\n", `participant ${"a as ".repeat(3_900)}`],
    ["classDiagram\n", `${"a.".repeat(9_000)}!`],
    ["classDiagram\n", `a${" ".repeat(9_000)}"${" ".repeat(9_000)}`],
    ["classDiagram\nclass A {\n", `${"a ".repeat(9_000)}(`],
    ["erDiagram\n", "a-".repeat(9_000)],
    ["erDiagram\nA {\n", `a b${" ,PK".repeat(4_500)}!`],
    ["stateDiagram-v2\n", `a --> b${" ".repeat(18_000)}:`],
    ["mindmap\n", "a(".repeat(9_000)],
    ["pie\n", `"a" : ${"1".repeat(18_000)}`],
    ["timeline\n", "a :".repeat(6_000)],
    ["journey\n", "a: 1".repeat(4_000)],
    ["quadrantChart\n", `${"a: [0,".repeat(3_000)}`],
    ["quadrantChart\n", `a${" :".repeat(9_000)}[`],
    ["gitGraph\n", `commit ${'"a" '.repeat(4_000)}`],
    ["gitGraph\n", `commit ${'tag: "a" '.repeat(2_000)}!`],
    ["gantt\n", `A : ${"after ".repeat(3_000)}`],
    ["quadrantChart\n", `x-axis a ${"-".repeat(19_000)}`],
  ])("is read in a moment: %s", (head, rest) => {
    const before = cpuTime();
    draw(`${head}${rest}`);
    expect(cpuTime() - before).toBeLessThan(DRAWING_MS * 500);
  });
});
