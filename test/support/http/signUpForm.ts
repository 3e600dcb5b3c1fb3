import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { FormInput } from "../../../src/domain/forms/Form.ts"
import { type FormIssue, formIssue } from "../../../src/outbound/templates/Links.ts"
import { Forms } from "../../../src/store/forms/Forms.ts"
import { seedAccount } from "../database/seed.ts"
import { formInput } from "../samples/formInput.ts"
import { messagesOf } from "../messages/messages.ts"
import { Origin, send } from "./http.ts"
import { links } from "./links.ts"

/** A form of a new account, or of the given one, with what a person and a robot do on its page. */
export const shownForm = Effect.fnUntraced(function* (fields: Partial<FormInput> = {}, of?: string) {
  const sql = yield* SqlClient.SqlClient
  const origin = yield* Origin
  const account_id = of ?? (yield* seedAccount()).account_id
  yield* sql`DELETE FROM senders WHERE account_id = ${account_id}`
  const form_id = `form_${account_id}`
  yield* Effect.flatMap(Forms, (forms) => forms.create({ account_id, form_id }, { ...formInput, ...fields })).pipe(
    Effect.provide(Forms.layer)
  )
  const url = links.sign("form", [account_id, form_id]).replace("https://tally.example", origin)
  const issue = (members: Partial<FormIssue> = {}) =>
    formIssue(links, {
      form_id,
      at: Date.now() - 5_000,
      page: "https://tea.example/",
      wording_version: 1,
      id: randomUUID(),
      visitor_id: null,
      ...members
    })
  const issued = (ago: number, form = form_id, wording_version = 1) =>
    issue({ form_id: form, at: Date.now() - ago, wording_version })
  const submit = (values: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
    send(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": "Browser/1", ...headers },
      body: new URLSearchParams({ agree: "yes", issued: issued(5_000), ...values }).toString()
    })
  const contacts = sql`SELECT contact_id, email, phone, first_name, custom_fields::text, tags::text, email_consent, sms_consent FROM contacts
    WHERE account_id = ${account_id} ORDER BY contact_id`
  const ledger = Effect.map(
    sql`SELECT channel, from_state, to_state, rule, refused, proof FROM consent_log WHERE account_id = ${account_id} ORDER BY entry_id`,
    (rows) => rows.map(({ channel, from_state, to_state, rule }) => `${channel} ${from_state} ${to_state} ${rule}`)
  )
  /** Marks the asking mails as sent, and gives their links to confirm. */
  const confirmLinks = Effect.gen(function* () {
    yield* sql`UPDATE messages m SET status = 'sent', recipient = c.email FROM contacts c
      WHERE m.account_id = ${account_id} AND c.account_id = m.account_id AND c.contact_id = m.contact_id AND m.channel = 'email'`
    return (yield* messagesOf(account_id))
      .filter(({ subject }) => subject !== null)
      .map(({ message_id }) => links.sign("confirm", [account_id, message_id]).replace("https://tally.example", origin))
  })
  const hoursPass = sql`UPDATE consent_log SET recorded_at = (recorded_at AT TIME ZONE 'UTC' - interval '1 hour') AT TIME ZONE 'UTC' WHERE account_id = ${account_id}`
  return { account_id, form_id, url, issue, issued, submit, contacts, ledger, confirmLinks, hoursPass }
})
