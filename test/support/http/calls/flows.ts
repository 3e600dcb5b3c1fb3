import { Effect } from "effect"
import { definitionOf } from "../../flows/definitions.ts"
import { operator } from "../../browser/dashboard.ts"
import { seedSender } from "../../database/seed.ts"
import { seedContact } from "../../messages/messages.ts"
import type { Desk } from "./desk.ts"
import type { Request } from "./request.ts"

const definition = definitionOf([{ id: "wait", type: "delay", duration: "7 days" }], "order_placed")
const changed = definitionOf([{ id: "only", type: "exit" }])
const step = { id: "s1", type: "send_email", subject: "Hi {{ contact.first_name }}", html: "<p>Hi</p>" }

/** Flows, with a paused run, and previews of their messages. */
export const flowCalls = ({ about, call, make, seeded, sql }: Desk): ReadonlyArray<Request> => {
  const path = "/accounts/:account/flows"
  const contact = (account: string) => seeded(Effect.map(seedContact(account), ({ contact_id }) => contact_id))
  const flow = (account: string, n: number) => make(`/accounts/${account}/flows`, { name: `Flow ${n}`, definition })
  const active = (account: string, n: number) =>
    Effect.tap(flow(account, n), (id) => call("POST", `/accounts/${account}/flows/${id}/activate`))
  const holding = (account: string, n: number) =>
    Effect.gen(function* () {
      const [id, contact_id] = [yield* flow(account, n), yield* contact(account)]
      yield* seeded(sql`INSERT INTO flow_runs (account_id, run_id, flow_id, version, contact_id, cause, cause_key, order_id,
          exit_on_purchase, status, step, due_at, created_at, updated_at)
        VALUES (${account}, 'run_1', ${id}, 1, ${contact_id}, 'order_placed', 'order_placed|1', 1,
          false, 'held', 'wait', now(), now(), now())`)
      return id
    })
  return [
    // The first listing of an account's flows creates the ready-made ones.
    about(`GET ${path}`),
    about(`POST ${path}`, { body: (n) => ({ name: `Flow ${n}`, definition }) }),
    about(`PUT ${path}/:id`, {
      thing: flow,
      body: (n) => ({ name: `Changed ${n}`, definition: changed }),
      dies: "INSERT INTO flow_versions"
    }),
    about(`POST ${path}/:id/activate`, { thing: holding, dies: "SET status = 'queued', reason = NULL" }),
    about(`POST ${path}/:id/pause`, { thing: active }),
    about(`PUT ${path}/:id/holdout`, { thing: flow, body: () => ({ holdout_percent: 10 }) }),
    about(`DELETE ${path}/:id`, { thing: holding }),
    {
      ...about(`POST ${path}/:id/runs/run_1/cancel`, { thing: holding, dies: "status = 'skipped', reason" }),
      name: `POST /dashboard/api${path}/:id/runs/:run/cancel`
    },
    {
      ...about(`POST ${path}/backtest`, {
        body: () => ({ definition, from: "2020-01-01T00:00:00Z", to: "2020-03-01T00:00:00Z" })
      }),
      changesNothing: true
    },
    about(`POST ${path}/preview`, {
      thing: contact,
      body: (_, contact_id) => ({ trigger: "order_placed", step, contact_id })
    }),
    about(`POST ${path}/preview/send`, {
      thing: (account) => Effect.andThen(seeded(seedSender(account)), contact(account)),
      body: (_, contact_id) => ({ trigger: "order_placed", step, contact_id, to: operator.email })
    })
  ]
}
