import type { Mutant } from "./mutants.ts"

const search = (name: string) => ["test/http/contactSearch.test.ts", name] as const
const page = (name: string) => ["test/http/contactPage.test.ts", name] as const
const many = (name: string) => ["test/http/manyContacts.test.ts", name] as const

/** Rules of the dashboard's contacts. */
export const contacts: ReadonlyArray<Mutant> = [
  {
    rule: "searches the contacts of every account",
    edits: [
      { file: "store/contacts/contactIds.ts", from: "sql`s.account_id = ${account_id}`,", to: "" },
      {
        file: "store/contacts/contactIds.ts",
        from: "search_grams(${account_id}::text,",
        to: "search_grams(s.account_id,"
      }
    ],
    tests: [search("finds contacts of its own account alone")]
  },
  {
    rule: "decides records of one import together that share an address",
    edits: [
      {
        file: "domain/imports/contactImports.ts",
        from: "if (names.some((name) => taken.has(name))) later.push(record)",
        to: "if (names.length > 9) later.push(record)"
      }
    ],
    tests: [["test/programs/importContacts.test.ts", "in batches leaves what its records leave one after the other"]]
  },
  {
    rule: "fails a whole batch of an import with one record that the database refuses",
    edits: [
      {
        file: "programs/imports/importContacts.ts",
        from: "Effect.catchDefect(write(account_id, records), () => writeApart(account_id, records))",
        to: "write(account_id, records)"
      }
    ],
    tests: [["test/programs/importContacts.test.ts", "fails the record alone that the database refuses"]]
  },
  {
    rule: "imports rows whose cells stand in wrong columns",
    edits: [
      { file: "domain/imports/readPart.ts", from: "cells.length > headers.length &&", to: "cells.length < 0 &&" }
    ],
    tests: [["test/laws/hostileFiles.test.ts", "refuses each row that has more cells than headers"]]
  },
  {
    rule: "reads any number of rows of a part at once, and loses those behind",
    edits: [
      { file: "domain/imports/readPart.ts", from: "bytes: isLast ? bytes.length", to: "bytes: isEnd ? bytes.length" }
    ],
    tests: [["test/laws/hostileFiles.test.ts", "with a million empty lines between its rows keeps the rows"]]
  },
  {
    rule: "does not fold accents of a search",
    edits: [{ file: "domain/contacts/contactSearch.ts", from: '.normalize("NFKD")', to: "" }],
    tests: [["test/laws/contactSearch.test.ts", "are its words, in lower case and without accents"]]
  },
  {
    rule: "leaves the notes of a merged contact behind",
    edits: [
      {
        file: "store/contacts/mergeContact.ts",
        from: "yield* sql`UPDATE contact_notes SET contact_id = ${contact_id} ${whereFrom}`",
        to: ""
      }
    ],
    tests: [page("is merged with another one")]
  },
  {
    rule: "counts refunded orders as spent",
    edits: [{ file: "store/orders/OrderQueries.ts", from: "('voided', 'refunded')", to: "('voided')" }],
    tests: [page("shows what it spent by currency")]
  },
  {
    rule: "unsubscribes suppressed contacts",
    edits: [
      {
        file: "domain/contacts/BulkAction.ts",
        from: 'return contact.email_consent === "subscribed"',
        to: "return true"
      }
    ],
    tests: [many("unsubscribes with a ledger line each")]
  },
  {
    rule: "skips the last contact of each call",
    edits: [
      {
        file: "programs/contacts/ChangeManyContacts.ts",
        from: "(rows[done - 1]?.contact_id ?? null)",
        to: "(rows[done]?.contact_id ?? null)"
      }
    ],
    tests: [many("reaches each of them exactly once")]
  },
  {
    rule: "exports cells that spreadsheets evaluate",
    edits: [{ file: "domain/values/csvCell.ts", from: '.replace(/^[=+\\-@\\t\\r]/, "\'$&")', to: "" }],
    tests: [many("has a line for each contact of the filter")]
  }
]
