import type { Mutant } from "./mutants.ts"

const law = "test/laws/productTurns.test.ts"
const flow = "test/flows/restockings.test.ts"
const reminder = "test/flows/productReminders.test.ts"
const once =
  "starts once for a person, product and restocking, however many processes look, and a request is answered once"

/** Rules by which people are told once that a product is back, or cheaper. */
export const restockings: ReadonlyArray<Mutant> = [
  {
    rule: "tells of a restocking again",
    edits: [
      { in: "whoAsked", from: "AND q.answered_at IS NULL", to: "" },
      {
        in: "makeProductChanges",
        from: "SET due_at = NULL",
        to: "SET due_at = CASE WHEN c.written_at > now() - interval '10 seconds' THEN now() + interval '10 seconds' END"
      },
      { in: "triggerOf", from: "cause: String(happened_at)", to: "cause: String(now)" }
    ],
    tests: [
      [
        "test/faults/restockings.test.ts",
        "start once for a restocking or a lower price and a person, and for each, wherever the kill interrupts, and answer each request once"
      ]
    ]
  },
  {
    rule: "tells of a lower price again",
    edits: [
      {
        in: "makeProductChanges",
        from: "SET due_at = NULL",
        to: "SET due_at = CASE WHEN c.written_at > now() - interval '10 seconds' THEN now() + interval '10 seconds' END"
      },
      { in: "triggerOf", from: "cause: String(happened_at)", to: "cause: String(now)" }
    ],
    tests: [
      [
        "test/faults/restockings.test.ts",
        "start once for a restocking or a lower price and a person, and for each, wherever the kill interrupts, and answer each request once"
      ]
    ]
  },
  {
    rule: "takes another restocking for the same cause",
    edits: [{ in: "triggerOf", from: "cause: String(happened_at)", to: 'cause: ""' }],
    tests: [[flow, once]]
  },
  {
    rule: "tells of a restocking in another order than that of asking",
    edits: [
      {
        in: "makeProductChanges",
        from: "PARTITION BY product_id ORDER BY asked DESC, since, contact_id",
        to: "PARTITION BY product_id ORDER BY contact_id"
      }
    ],
    tests: [[flow, "starts for each of 1,000 people once, in the order of asking, at its pace"]]
  },
  {
    rule: "drops the turns that come while the stock flaps",
    edits: [
      {
        in: "decideTurn",
        from: 'return until > now ? { _tag: "wait", until } : drop(gone)',
        to: "return drop(gone)"
      }
    ],
    tests: [
      [
        law,
        "is dropped only when the next return is another restocking, whatever the stock did and does, and else comes again before that"
      ],
      [
        flow,
        "starts nothing twice for stock that flaps within ten minutes, and tells those whose turn came while it was out"
      ]
    ]
  },
  {
    rule: "writes to who asked without a subscription more than once",
    edits: [{ in: "RestockRequests", from: "AND (q.message_key IS NULL OR q.message_key = r.key)", to: "" }],
    tests: [
      [flow, "reaches who asked by one transactional e-mail without a subscription, and by marketing with one alone"]
    ]
  },
  {
    rule: "tells of a price that rose again",
    edits: [
      {
        in: "decideTurn",
        from: 'if (rule.type === "price_dropped" && !isStillLow(rule, turn, product)) return drop("the price rose again")',
        to: ""
      }
    ],
    tests: [
      [law, "starts while the price is as low as the rule says, a piece is there, and no order came since"],
      [
        "test/flows/priceDrops.test.ts",
        "starts for nobody who ordered since, nor when the product is out of stock or dearer again"
      ]
    ]
  },
  {
    rule: "sends what is not true any more of its product",
    edits: [{ in: "decideSend", from: 'if (offer?._tag === "drop") return skip(offer.reason)', to: "" }],
    tests: [
      ["test/laws/productReminders.test.ts", "is skipped or held for the reason that is found"],
      [reminder, "does not leave when the price rose again, nor when the contact ordered since"]
    ]
  },
  {
    rule: "misses the return in whose moment an answer is skipped",
    edits: [{ in: "reopenRequests", from: "c.restocked IS NOT NULL AND c.due_at IS NULL", to: "c.restocked IS NULL" }],
    tests: [[reminder, "that is skipped in the moment of the next restocking leaves who asked to be told of that one"]]
  },
  {
    rule: "forgets the request whose answer was skipped",
    edits: [{ in: "finishAll", from: "if (unanswered.length > 0)", to: "if (unanswered.length < 0)" }],
    tests: [
      [reminder, "does not leave when the product is out of stock again, and who asked is told of the next restocking"]
    ]
  }
]
