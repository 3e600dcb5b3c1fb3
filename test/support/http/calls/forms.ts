import { Effect } from "effect"
import { formIssue } from "../../../../src/outbound/templates/Links.ts"
import { Messages } from "../../../../src/outbound/sending/Messages.ts"
import { newMessage, seedContact } from "../../messages/messages.ts"
import { formInput } from "../../samples/formInput.ts"
import { newClientAddress, send } from "../http.ts"
import { links } from "../links.ts"
import { type Desk, idOf } from "./desk.ts"
import type { Request } from "./request.ts"

/** Sign-up forms with their pages, and preference pages. */
export const formCalls = (desk: Desk): ReadonlyArray<Request> => {
  const { about, call, origin, seeded, sql } = desk
  const path = "/accounts/:account/forms"
  const form = (account: string) => Effect.map(call("POST", `/accounts/${account}/forms`, formInput), idOf)
  const post = (link: string, values: Readonly<Record<string, string>> = {}) =>
    send(link.replace("https://tally.example", origin), {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...newClientAddress() },
      body: new URLSearchParams(values).toString()
    })
  const linked = (
    name: string,
    thing: (account: string, n: number) => Effect.Effect<string>,
    ask: (account: string, id: string) => ReturnType<typeof send>
  ): Request => ({ ...about(name, { thing }), name, ask: (_, { account, id }) => ask(account, id) })
  const message = (purpose: "flow" | "opt_in") => (account: string) =>
    Effect.gen(function* () {
      const contact = yield* seedContact(account, purpose === "flow" ? {} : { email_consent: "never_subscribed" })
      const key = "form_1|ask_1"
      yield* (yield* Messages).record([newMessage(contact, { purpose, key })])
      yield* sql`INSERT INTO consent_log (account_id, contact_id, channel, from_state, to_state, refused, cause, rule, source_id, actor,
          effective_at, recorded_at)
        VALUES (${account}, ${contact.contact_id}, 'email', 'never_subscribed', 'never_subscribed', false, 'form', 'form_asked', ${key},
          'contact', now(), now())`
      const rows = yield* sql<{ message_id: string }>`
        UPDATE messages SET status = 'sent', recipient = ${contact.email} WHERE account_id = ${account} RETURNING message_id`
      return rows[0]?.message_id ?? ""
    }).pipe(Effect.provide(Messages.layer), sql.withTransaction, seeded)
  const submission = (form_id: string) => ({
    email: "new@example.com",
    agree: "yes",
    issued: formIssue(links, {
      form_id,
      at: Date.now() - 5_000,
      page: "https://shop.example/",
      wording_version: 1,
      id: `page_${form_id}`,
      visitor_id: null
    })
  })
  return [
    about(`POST ${path}`, { body: () => formInput }),
    about(`PUT ${path}/:id`, { thing: form, body: () => ({ ...formInput, wording: "Another wording." }) }),
    about("PUT /accounts/:account/form-texts", { body: () => ({ texts_per_hour: 20, countries: ["US", "CA"] }) }),
    about(`DELETE ${path}/:id`, { thing: form }),
    { ...about("POST /accounts/:account/form-preview", { body: () => formInput }), changesNothing: true },
    linked("POST /f/:token", form, (account, id) => post(links.sign("form", [account, id]), submission(id))),
    linked("POST /f/:token/embed", form, (account, id) =>
      post(`${links.sign("form", [account, id])}/embed`, submission(id))
    ),
    linked("POST /o/:token", message("opt_in"), (account, id) => post(links.sign("confirm", [account, id]))),
    linked("POST /p/:token", message("flow"), (account, id) =>
      post(links.sign("preferences", [account, id]), { choice: "pause_30" })
    )
  ]
}
