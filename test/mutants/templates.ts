import type { Mutant } from "./mutants.ts"

export const templateMutants: ReadonlyArray<Mutant> = [
  {
    rule: "accepts a definition with as much markup as its body may hold",
    edits: [{ in: "issuesOfTemplates", from: "markup > maxMarkup", to: "maxMarkup === 0" }],
    tests: [["test/laws/flowDefinition.test.ts", "has at most 50,000 characters of markup in all"]]
  },
  {
    rule: "counts lines of a template from 0",
    edits: [{ in: "makeGetPosition", from: "row + 1,", to: "row," }],
    tests: [["test/laws/templates.test.ts", "an issue names its line once"]]
  },
  {
    rule: "truncates a mail to a length that its own decoder rejects",
    edits: [{ in: "Template.ts options", from: "2 * maxHtmlLength", to: "maxHtmlLength" }],
    tests: [["test/laws/flowDefinition.test.ts", "has at most 200,000 characters of HTML"]]
  },
  {
    rule: "truncates a text within a character",
    edits: [{ in: "Text.ts beginning", from: "cut.isWellFormed()", to: "cut === cut" }],
    tests: [["test/laws/templates.test.ts", "truncation never splits a character"]]
  },
  {
    rule: "renders a template until its time is over",
    edits: [{ in: "makeRenderBudget", from: "pieces > limits.pieces", to: "limits.pieces === 0" }],
    tests: [["test/laws/templates.test.ts", "no template runs long or reads a file"]]
  },
  {
    rule: "builds a whole range before its loop is rejected",
    edits: [{ in: "checkRange", from: "to - from >= maxRange", to: "to - from >= 8 * maxRange" }],
    tests: [["test/laws/boundedTags.test.ts", "a loop over a range beyond the limit is refused"]]
  },
  {
    rule: "counts wall time as rendering time",
    edits: [
      {
        in: "makeRenderBudget",
        from: "spent + clocks.processor() - processorStart > limits",
        to: "clocks.wall() - wallStart > limits"
      }
    ],
    tests: [["test/laws/templateLimits.test.ts", "is what its limit counts, not the time that it waits"]]
  },
  ...[
    ["text without an end", "makeRenderBudget", "output > limits.output", "output > 1_000 * limits.output"],
    ["filters without an end", "makeRenderBudget", "filtered > limits.filtered", "filtered > 10 * limits.filtered"],
    [
      "lists within lists counted as one",
      "boundedLiquid.ts sizeOf",
      "size += sizeOf(member, limit - size)",
      "size += 1"
    ],
    [
      "a search that takes the product of both lengths",
      "maxSearch",
      "maxSearch = 200_000_000",
      "maxSearch = 20_000_000_000"
    ]
  ].map(([rule = "", anchor = "", from = "", to = ""]) => ({
    rule,
    edits: [{ in: anchor, from, to }],
    tests: [["test/laws/templateLimits.test.ts", "are limited to 1 MB of text, 1,000,000 characters"] as const]
  })),
  {
    rule: "looks at the members of a list without a look at the processor time",
    edits: [
      {
        in: "TemplateContext",
        from: "this.budget.checkTime()\n    withOuterLoop",
        to: "withOuterLoop"
      }
    ],
    tests: [["test/laws/templateLimits.test.ts", "checks the processor time at each member"]]
  },
  {
    rule: "claims messages of an account whose templates have used up their share",
    edits: [{ in: "SendMessages", from: "[account_id, 0] as const", to: "[account_id, 99] as const" }],
    tests: [["test/outbound/renderShare.test.ts", "waits with its messages, unclaimed, and nobody else does"]]
  },
  {
    rule: "renders message after message without a look at other work",
    edits: [{ in: "MessageRenderer", from: "yield* afterOtherWork\n", to: "void afterOtherWork\n" }],
    tests: [["test/outbound/rendering.test.ts", "lets other work of the process go on after it"]]
  },
  {
    rule: "gives a subject a rendering budget of its own",
    edits: [
      {
        in: "renderMessage",
        from: 'message.subject ?? "", data, budget',
        to: 'message.subject ?? "", data'
      }
    ],
    tests: [["test/laws/templateLimits.test.ts", "share one budget over subject and body"]]
  }
]
