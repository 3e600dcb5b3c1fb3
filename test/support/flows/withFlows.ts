import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "@effect/vitest"
import { Scope } from "../../../src/domain/accounts/Scope.ts"
import type { FlowTrigger } from "../../../src/domain/flows/FlowTrigger.ts"
import { ownerBrowser } from "../browser/dashboard.ts"
import { seedIntegration, seedToken } from "../database/seed.ts"
import { Origin, send } from "../http/http.ts"
import { definitionOf } from "./definitions.ts"

/** An account with an active flow for each of these triggers, and the causes of its runs in the order of their start. */
export const withFlows = Effect.fnUntraced(function* (
  name: string,
  triggers: ReadonlyArray<FlowTrigger>,
  definition: object = {}
) {
  const sql = yield* SqlClient.SqlClient
  const { call, account } = yield* ownerBrowser(name)
  yield* seedIntegration(account)
  const token = yield* seedToken(account, { scopes: Scope.literals })
  const names = new Map<string, string>()
  for (const [at, trigger] of triggers.entries()) {
    const { type, ...details } = trigger
    const label = [type, ...Object.values(details)].join(" ")
    const { json } = yield* call("POST", `/accounts/${account}/flows`, {
      name: label,
      definition: { ...definitionOf([{ id: "note", type: "add_tag", tag: `started ${at}` }]), trigger, ...definition }
    })
    names.set(json.data.id, label)
    assert.strictEqual((yield* call("POST", `/accounts/${account}/flows/${json.data.id}/activate`)).status, 200)
  }
  const runs = Effect.map(
    sql`SELECT flow_id FROM flow_runs WHERE account_id = ${account} ORDER BY created_at, run_id`,
    (rows) => rows.map((row) => names.get(String(row["flow_id"])))
  )
  const v1 = `${yield* Origin}/v1`
  const write = (method: string, path: string, body: object) =>
    send(`${v1}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
  return { call, account, token, runs, write, v1 }
})
