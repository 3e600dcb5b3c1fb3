import { Effect } from "effect"
import { seedContact } from "../../messages/messages.ts"
import type { Desk } from "./desk.ts"
import type { Request } from "./request.ts"

/** Topics, but for their reads. */
export const topicCalls = ({ about, call, seeded }: Desk): ReadonlyArray<Request> => {
  const path = "/accounts/:account/topics"
  const names = { en: "Sales", de: "Angebote" }
  // The id of a topic is its key.
  const topic = (account: string, n: number) =>
    Effect.as(call("POST", `/accounts/${account}/topics`, { key: `topic-${n}`, names }), `topic-${n}`)
  const contact = (account: string) => seeded(Effect.map(seedContact(account), ({ contact_id }) => contact_id))
  return [
    about(`POST ${path}`, { body: (n) => ({ key: `topic-${n}`, names }) }),
    about(`PATCH ${path}/:id`, { thing: topic, body: () => ({ names: { en: "News" } }) }),
    about(`DELETE ${path}/:id`, { thing: topic }),
    about("POST /accounts/:account/contacts/:id/topics", {
      thing: (account, n) => Effect.andThen(topic(account, n), contact(account)),
      body: (n) => ({ leave: [`topic-${n}`] })
    })
  ]
}
