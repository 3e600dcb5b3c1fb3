import type { Mutant } from "./mutants.ts"

const consents = (name: string) => ["test/http/storeConsents.test.ts", name] as const
const orders = (name: string) => ["test/fieldCases/platformOrders.test.ts", name] as const
const amounts = (name: string) => ["test/fieldCases/platformAmounts.test.ts", name] as const

/** Rules of what platforms say of orders and consents. */
export const storeOrderRules: ReadonlyArray<Mutant> = [
  {
    rule: "takes a tick at the checkout for a yes that the person has still to confirm",
    edits: [{ in: "blocksTick", from: '["pending", "invalid"', to: '["invalid"' }],
    tests: [consents("a double opt-in that is never confirmed")]
  },
  {
    rule: "lets an order from before the shop's no lift it",
    edits: [
      {
        in: "writeConsent",
        from: 'reported_at !== undefined && value === "unsubscribed"',
        to: 'reported_at !== undefined && value === "unsubscribed" && reported_at < 0'
      }
    ],
    tests: [consents("a no after an order with a yes")]
  },
  {
    rule: "lets a no end the yes of a later order",
    edits: [
      {
        in: "isFresh",
        from: "opted_in_at === null || at >= opted_in_at",
        to: "opted_in_at === null || at >= 0 * opted_in_at"
      }
    ],
    tests: [consents("an order with a yes after a no")]
  },
  {
    rule: "forgets a consent whose customer is not known yet",
    edits: [
      {
        in: "decideChannel",
        from: "laterConsent(reported, keptConsent(known, channel))",
        to: "laterConsent(reported, null)"
      }
    ],
    tests: [consents("a no after an order with a yes")]
  },
  {
    rule: "keeps the consents of an erased customer",
    edits: [
      {
        in: "shopPersons",
        from: "customer_id !== null && (yield* retried(customers.removeWaiting",
        to: "customer_id === '' && (yield* retried(customers.removeWaiting"
      }
    ],
    tests: [consents("by a customer id alone wait for the customer, and go with them")]
  },
  {
    rule: "takes a refund off a total that the platform lowered by it",
    edits: [{ in: "refundedAmount", from: "minus(takenOut)", to: "minus(takenOut).slice(0, 0)" }],
    tests: [amounts("counts once, whether or not Shopify took it out of the total already")]
  },
  {
    rule: "counts a refund in the customer's currency in the shop's",
    edits: [
      {
        in: "inShopCurrency",
        from: "convertDecimal(amount, rate.presentment, rate.shop)",
        to: "convertDecimal(amount, rate.presentment, rate.presentment)"
      }
    ],
    tests: [amounts("counts in the shop's, by the exchange rate")]
  },
  {
    rule: "counts an order that the platform removed",
    edits: [
      {
        in: "PlatformOrder.ts statusesOf",
        from: 'isRemoved(order) ? "voided"',
        to: 'isRemoved(undefined) ? "voided"'
      }
    ],
    tests: [orders("is voided in any order of arrival")]
  },
  {
    rule: "thanks for an order that waits for its payment",
    edits: [
      {
        in: "triggersOf",
        from: 'before === undefined ? placement !== "waits"',
        to: 'before === undefined ? placement !== "paid"'
      }
    ],
    tests: [orders("wait for the payment, and start once")]
  },
  {
    rule: "names the buyer of a gift by the person who gets it",
    edits: [
      {
        in: "buyerName",
        from: "if (buyer !== undefined) return buyer",
        to: "if (buyer === null) return buyer"
      }
    ],
    tests: [
      orders("without a name of the buyer leaves the contact nameless"),
      orders("gives the contact name and phone")
    ]
  },
  {
    rule: "lets a store take the order of another in silence",
    edits: [
      {
        in: "overwrittenOrder",
        from: "addressKey(before) !== addressKey(fields)",
        to: "addressKey(before) === undefined"
      }
    ],
    tests: [["test/http/sharedOrderNumbers.test.ts", "updates the order, and tells the owner which store took it"]]
  }
]
