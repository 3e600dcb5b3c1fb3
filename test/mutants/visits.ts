import type { Mutant } from "./mutants.ts"

const law = "test/laws/visits.test.ts"
const http = "test/http/site.test.ts"

/** Rules by which calls of pages of a site are taken, and visits become a contact's. */
export const visits: ReadonlyArray<Mutant> = [
  {
    rule: "believes a sign-up on the page of another site who the visitor is",
    edits: [
      { in: "signUpVisit", from: "{ account_id, origin, visitor_id", to: "{ account_id, origin: null, visitor_id" }
    ],
    tests: [["test/http/visitors.test.ts", "names no visitor on the page of another site, nor without a visitor's id"]]
  },
  {
    rule: "takes calls of pages of any origin",
    edits: [
      {
        in: "decideVisits",
        from: "origin === null || site?.origins.includes(origin) === true",
        to: "origin !== undefined"
      }
    ],
    tests: [[law, "of another origin changes nothing but the note of it, once a minute"]]
  },
  {
    rule: "keeps a wish that a page of another origin sends",
    edits: [{ in: "TakeSiteCalls", from: "if (!allowed) return false", to: "" }],
    tests: [[http, "is answered 204 whatever it sends, and nothing is kept of another origin, key, or body"]]
  },
  {
    rule: "gives a view to the person who used the browser before",
    edits: [
      {
        in: "decideVisits",
        from: "provenContact(call) ?? visitor.contact_id",
        to: "visitor.contact_id ?? provenContact(call) ?? null"
      }
    ],
    tests: [
      [law, "gives each view to who used the browser then: the next person known after it, while none was before"]
    ]
  },
  {
    rule: "gives the second person of a computer what the first one looked at",
    edits: [{ in: "Visits", from: "AND product_views.contact_id IS NULL", to: "" }],
    tests: [[http, "never gives the second person of a computer what the first one looked at"]]
  },
  {
    rule: "keeps views of a visitor beyond those of a day",
    edits: [{ in: "decideVisits", from: "visitLimits.viewsADay - used", to: "visitLimits.viewsADay" }],
    tests: [
      [law, "is kept with at most 200 views of a day, and an account with a bounded number of new visitors of a day"]
    ]
  }
]
