import type { Mutant } from "./mutants.ts"

const search = (name: string) => ["test/http/contactSearch.test.ts", name] as const
const page = (name: string) => ["test/http/contactPage.test.ts", name] as const
const many = (name: string) => ["test/http/manyContacts.test.ts", name] as const

/** Rules of the dashboard's contacts. */
export const contacts: ReadonlyArray<Mutant> = [
  {
    rule: "searches the contacts of every account",
    edits: [
      { in: "contactIds", from: "sql`s.account_id = ${account_id}`,", to: "" },
      {
        in: "contactIds",
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
        in: "matchContacts",
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
        in: "importContacts.ts importContacts",
        from: "Effect.catchDefect(write(claimed, records), () => writeApart(claimed, records))",
        to: "write(claimed, records)"
      }
    ],
    tests: [["test/programs/importContacts.test.ts", "fails the record alone that the database refuses"]]
  },
  {
    rule: "imports rows whose cells stand in wrong columns",
    edits: [{ in: "isWider", from: "cells.length > headers.length &&", to: "cells.length < 0 &&" }],
    tests: [["test/laws/hostileFiles.test.ts", "refuses each row that has more cells than headers"]]
  },
  {
    rule: "reads any number of rows of a part at once, and loses those behind",
    edits: [{ in: "readPart", from: "bytes: isLast ? bytes.length", to: "bytes: isEnd ? bytes.length" }],
    tests: [["test/laws/hostileFiles.test.ts", "with a million empty lines between its rows keeps the rows"]]
  },
  {
    rule: "does not fold accents of a search",
    edits: [{ in: "contactSearch.ts fold", from: '.normalize("NFKD")', to: "" }],
    tests: [["test/laws/contactSearch.test.ts", "are its words, in lower case and without accents"]]
  },
  {
    rule: "leaves the notes of a merged contact behind",
    edits: [
      {
        in: "mergeContact",
        from: "yield* sql`UPDATE contact_notes SET contact_id = ${contact_id} ${whereFrom}`",
        to: ""
      }
    ],
    tests: [page("is merged with another one")]
  },
  {
    rule: "counts refunded orders as spent",
    edits: [{ in: "unsoldStatuses", from: '["voided", "refunded"]', to: '["voided"]' }],
    tests: [page("shows what it spent by currency")]
  },
  {
    rule: "unsubscribes suppressed contacts",
    edits: [
      {
        in: "takesAction",
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
        in: "ChangeManyContacts",
        from: "(rows[done - 1]?.contact_id ?? null)",
        to: "(rows[done]?.contact_id ?? null)"
      }
    ],
    tests: [many("reaches each of them exactly once")]
  },
  {
    rule: "exports cells that spreadsheets evaluate",
    edits: [{ in: "csvCell", from: '.replace(/^[=+\\-@\\t\\r]/, "\'$&")', to: "" }],
    tests: [many("has a line for each contact of the filter")]
  },
  {
    rule: "lets a file of orders lift what was unsubscribed by API",
    edits: [
      {
        in: "RunImports",
        from: "initial_sync: true, imported: { lift_reason } }",
        to: "initial_sync: true }"
      }
    ],
    tests: [["test/http/dashboardImports.test.ts", "of orders lift no unsubscription"]]
  },
  {
    rule: "reads a part of an import without a pause",
    edits: [{ in: "inSlices", from: "yield* Effect.yieldNow", to: "yield* Effect.void" }],
    tests: [["test/programs/importSlices.test.ts", "are worked on in slices"]]
  },
  {
    rule: "lets a file replace the tags of contacts that exist unasked",
    edits: [
      {
        in: "joinedWrite",
        from: "write.replaces === true ? tags : joinedTags(contact.tags, tags)",
        to: "tags"
      }
    ],
    tests: [["test/http/importedContacts.test.ts", "join their tags and custom fields"]]
  },
  {
    rule: "lets a file that says never take a yes away",
    edits: [{ in: "joinedWrite", from: 'value === "never_subscribed" && !isOptOut(state)', to: "false" }],
    tests: [["test/http/importedContacts.test.ts", "take no yes away"]]
  },
  {
    rule: "subscribes a phone that a sheet may have changed",
    edits: [
      {
        in: "withoutGuessedOptIn",
        from: "record.isGuessed === true && ",
        to: "record.isGuessed === undefined && "
      }
    ],
    tests: [["test/http/importedContacts.test.ts", "get no texts on a phone that was never ours"]]
  },
  {
    rule: "writes phones that a sheet takes for numbers",
    edits: [{ in: "addressCell", from: 'text === null ? "" : csvCell(text)', to: 'text ?? ""' }],
    tests: [["test/laws/ownExport.test.ts", "lets no cell begin a formula"]]
  }
]
