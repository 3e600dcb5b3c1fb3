import { Cause, Clock, Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import { newContactRules } from "../../domain/contacts/ContactInput.ts"
import { readContactWrite } from "../../domain/contacts/readContactWrite.ts"
import {
  addressesOfRecord,
  type ContactRecord,
  decideRecord,
  matchContacts
} from "../../domain/imports/contactImports.ts"
import { notesOfContact, notesOfTopics, type RowNote } from "../../domain/imports/importNotes.ts"
import { readFileProof } from "../../domain/imports/fileProof.ts"
import { readFileTopics, type TopicsByName, topicsByName } from "../../domain/imports/fileTopics.ts"
import { parseObject } from "../../domain/json/Json.ts"
import { type ValidationIssue, ValidationFailed } from "../../domain/ValidationIssue.ts"
import { isBlank } from "../../domain/values/Text.ts"
import { makeId } from "../../domain/values/Id.ts"
import { importedChange, withTopics } from "../../domain/changes/importedChange.ts"
import { BulkChanges } from "../../store/changes/BulkChanges.ts"
import { Contacts } from "../../store/contacts/Contacts.ts"
import { ContactTopics } from "../../store/contacts/ContactTopics.ts"
import { readOnly, transact } from "../../store/database/Transaction.ts"
import { SegmentEntries } from "../../store/flows/SegmentEntries.ts"
import type { ClaimedImport, WaitingRecord } from "../../store/imports/ImportQueue.ts"
import { Topics } from "../../store/topics/Topics.ts"
import { saveTopics } from "./saveTopics.ts"
import { serviceFailure } from "./serviceFailure.ts"

/** A record with its issues, none if it was imported, and what was left out. */
export type Outcome = readonly [position: number, issues: ReadonlyArray<ValidationIssue>, notes: ReadonlyArray<RowNote>]

const issuesOf = (result: ReturnType<typeof decideRecord>): ReadonlyArray<ValidationIssue> => {
  if (Result.isSuccess(result)) return []
  const { failure } = result
  return failure._tag === "ValidationFailed"
    ? failure.issues
    : [{ field: failure.fields[0] ?? "email", message: "Belongs to another contact" }]
}

/**
 * Makes the import of a batch of contacts, in the order of the file, by the rules of the contact endpoints. Records that share no address and
 * no contact are one transaction: a statement for all of them costs little more than for one. Starts no flows and sends no welcome.
 * A record without an outcome was not tried, because the database is unavailable.
 */
export const importContacts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const contacts = yield* Contacts
  const entries = yield* SegmentEntries
  const changed = yield* BulkChanges
  const topics = yield* Topics
  const leftTopics = yield* ContactTopics

  // Most files name no topics.
  const knownTopics = (account_id: string, records: ReadonlyArray<WaitingRecord>) =>
    records.some(({ body }) => body.includes('"topics_'))
      ? Effect.map(readOnly(sql)(topics.list(account_id)), topicsByName)
      : Effect.succeed<TopicsByName>(new Map())

  const read = Effect.fnUntraced(function* (
    claimed: ClaimedImport,
    known: TopicsByName,
    { body, position }: WaitingRecord
  ) {
    const { account_id, actor, created_at: known_since, lift_reason, layout } = claimed
    const lift = lift_reason === null ? {} : { lifts: true as const, proof: { reason: lift_reason } }
    const parsed = parseObject(Buffer.from(body))
    if (Result.isFailure(parsed)) return yield* new ValidationFailed({ issues: [parsed.failure] })
    const { country, phone_is_guessed } = parsed.success
    // A country that is not understood is never replaced by a guess (contract §2).
    const default_country = typeof country === "string" && !isBlank(country) ? country : claimed.default_country
    const writer = { account_id, default_country, cause: "import" as const, actor }
    const { write, warnings } = yield* readContactWrite(newContactRules, writer, parsed.success, "lenient")
    const [email, sms] = (["email", "sms"] as const).map((channel) =>
      readFileProof(channel, parsed.success[`${channel}_proof`], claimed.file_name)
    )
    const named = readFileTopics(parsed.success, known)
    const evidence = {
      ...(email?.proof === undefined ? {} : { email: email.proof }),
      ...(sms?.proof === undefined ? {} : { sms: sms.proof })
    }
    const contact_id = yield* makeId("con")
    const replace = layout.replaces === true ? { replaces: true as const } : {}
    return {
      position,
      isGuessed: phone_is_guessed === true,
      topics: named.topics,
      warnings: [...warnings, ...(email?.issues ?? []), ...(sms?.issues ?? []), ...named.issues],
      write: { ...write, contact_id, send_welcome_sms: false, known_since, evidence, ...lift, ...replace }
    }
  })

  const write = Effect.fnUntraced(function* (claimed: ClaimedImport, records: ReadonlyArray<ContactRecord>) {
    const { account_id, import_id: change_id, actor, lift_reason } = claimed
    const owners = yield* contacts.lockOwners(account_id, records.map(addressesOfRecord))
    const { matched, later } = matchContacts(records, owners)
    const suppressions = yield* contacts.suppressions(matched.map(addressesOfRecord))
    const now = yield* Clock.currentTimeMillis
    const results = matched.map((record, at) => decideRecord(now, record, suppressions[at] ?? {}))
    const saved = results.flatMap((result) => (Result.isSuccess(result) ? [result.success] : []))
    yield* contacts.saveMany(account_id, saved)
    const named = results.flatMap((result, at) => {
      const topics = matched[at]?.topics
      return Result.isFailure(result) || topics === undefined
        ? []
        : [{ contact_id: result.success.contact.contact_id, topics }]
    })
    const proof = { source: claimed.file_name, ...(lift_reason === null ? {} : { reason: lift_reason }) }
    const file = { account_id, actor, proof, lifts: lift_reason !== null, now }
    const chosen = yield* saveTopics(leftTopics, file, named)
    const changes = results.flatMap((result, at) => {
      if (Result.isFailure(result)) return []
      const { contact } = result.success
      const topics = chosen.get(contact.contact_id)
      if (!result.success.changed && (topics?.ledger ?? []).length === 0) return []
      const change = importedChange(matched[at]?.contact, contact, suppressions[at] ?? {})
      return [
        {
          contact_id: contact.contact_id,
          change: topics === undefined ? change : withTopics(change, topics),
          changed_at: now,
          written_at: matched[at]?.contact?.updated_at ?? 0
        }
      ]
    })
    yield* changed.record({ account_id, change_id, kind: "import", actor }, changes)
    yield* entries.addCurrent(saved.map(({ contact }) => contact))
    const read = new Map(records.map((record) => [record.position, record]))
    const outcomes = results.map((result, at): Outcome => {
      const position = matched[at]?.position ?? 0
      const record = read.get(position)
      if (Result.isFailure(result) || record === undefined) return [position, issuesOf(result), []]
      const stays = chosen.get(result.success.contact.contact_id)?.stays ?? []
      return [position, [], [...notesOfContact(record, result.success), ...notesOfTopics(stays)]]
    })
    return { outcomes, later }
  }, transact(sql))

  // A defect fails its record alone.
  const writeApart = (claimed: ClaimedImport, records: ReadonlyArray<ContactRecord>) =>
    Effect.forEach(records, (record) =>
      Effect.catchDefect(write(claimed, [record]), (defect) =>
        Effect.as(Effect.logError("A record could not be imported", Cause.die(defect)), {
          outcomes: [[record.position, [serviceFailure], []] satisfies Outcome],
          later: []
        })
      )
    ).pipe(Effect.map((each) => ({ outcomes: each.flatMap(({ outcomes }) => outcomes), later: [] })))

  return Effect.fnUntraced(function* (claimed: ClaimedImport, records: ReadonlyArray<WaitingRecord>) {
    const outcomes: Array<Outcome> = []
    yield* Effect.gen(function* () {
      const known = yield* knownTopics(claimed.account_id, records)
      const waiting: Array<ContactRecord> = []
      for (const record of records) {
        const result = yield* Effect.result(read(claimed, known, record))
        if (Result.isSuccess(result)) waiting.push(result.success)
        else outcomes.push([record.position, result.failure.issues, []])
      }
      let rest: ReadonlyArray<ContactRecord> = waiting
      while (rest.length > 0) {
        const records = rest
        const written = yield* Effect.catchDefect(write(claimed, records), () => writeApart(claimed, records))
        outcomes.push(...written.outcomes)
        rest = written.later
      }
    }).pipe(Effect.catchTag("Unavailable", () => Effect.void))
    return outcomes
  })
})
