import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { type ChangedKey, findChangedTexts, replaceChangedTexts } from "../../store/personalData/changedTexts.ts"
import {
  findAddressed,
  lockVersioned,
  newerThan,
  newestVersions,
  type OwnText,
  type OwnTextKey,
  replaceAddresses,
  singleTexts,
  versionedTexts,
  withoutOwnEmail
} from "../../store/personalData/ownTexts.ts"
import { transact } from "../../store/database/Transaction.ts"

/**
 * Replaces the addresses of a contact in the texts that the business wrote (`ownTexts`). Texts may be many, so they are read in parts. What a
 * save writes together, a flow with its versions, is replaced together: before that save or after it. Idempotent.
 */
export const eraseOwnTexts = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { account_id, ...addresses }: Pick<Contact, "account_id" | "email" | "phone">
) {
  const contact = yield* withoutOwnEmail(sql, { account_id, ...addresses })
  if (contact.email === null && contact.phone === null) return
  const replace = Effect.fnUntraced(function* (text: OwnText, where: Statement.Fragment) {
    let after: OwnTextKey | null = null
    do {
      const part: Effect.Success<ReturnType<typeof findAddressed>> = yield* findAddressed(
        sql,
        contact,
        text,
        after,
        where
      )
      if (part.found.length > 0) yield* transact(sql)(replaceAddresses(sql, contact, text, part.found))
      after = part.last
    } while (after !== null)
  })
  // Before the tags of contacts: an undo that gives a tag back meanwhile gives it without the address, or is searched after it.
  let next: ChangedKey | undefined = { change_id: "", contact_id: "" }
  while (next !== undefined) {
    const part: Effect.Success<ReturnType<typeof findChangedTexts>> = yield* findChangedTexts(sql, contact, next)
    const found = part.filter(({ has_address }) => has_address)
    if (found.length > 0) yield* transact(sql)(replaceChangedTexts(sql, contact, found))
    next = part.find(({ is_last }) => is_last)
  }
  for (const text of singleTexts) yield* replace(text, sql`true`)
  for (const versioned of versionedTexts) {
    const seen = yield* newestVersions(sql, account_id, versioned)
    yield* replace(versioned.versions, sql`true`)
    yield* transact(sql)(
      Effect.gen(function* () {
        yield* lockVersioned(sql, account_id, versioned)
        for (const text of versioned.texts) yield* replace(text, sql`true`)
        yield* replace(versioned.versions, newerThan(sql, account_id, versioned, versioned.versions, seen))
      })
    )
  }
})
