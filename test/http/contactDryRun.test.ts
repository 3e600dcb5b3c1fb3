import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Channel, type Rule, rules } from "../../src/domain/contacts/Consent.ts"
import { Scope } from "../../src/domain/accounts/Scope.ts"
import { type ApiResponse, onEitherOverSocket, Origin, send } from "../support/http/http.ts"
import { rowsOf } from "../support/database/rows.ts"
import { seedAccount } from "../support/database/seed.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(schema)

const Body = Schema.Struct({
  email: optional(Schema.Literals(["ada@example.com", "bob@example.com"])),
  phone: optional(Schema.Literals(["+12025550101", "+12025550102"])),
  first_name: optional(Schema.Literals(["Ada", "Bob"])),
  email_consent: optional(Schema.Literals(["subscribed", "unsubscribed", "suppressed", "compliance_suppressed"])),
  sms_consent: optional(Schema.Literals(["subscribed", "unsubscribed", "single_opt_in"])),
  send_welcome_sms: optional(Schema.Boolean)
})

/** Calls on few contacts with few addresses, so that they often collide. */
const Calls = Schema.Array(
  Schema.Struct({
    verb: Schema.Literals(["POST", "POST", "PATCH", "PATCH", "DELETE", "unsubscribe"]),
    contact: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 })),
    key: optional(Schema.Literals(["k"])),
    body: Body
  })
).check(Schema.isMinLength(8), Schema.isMaxLength(16))

const ledgerOf = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ channel: Channel; rule: Rule; from: string; to: string; refused: boolean }>`
    SELECT channel, from_state AS from, to_state AS to, refused, rule FROM consent_log
    WHERE account_id = ${account_id} ORDER BY entry_id`
  return rows.map((row) => ({ ...row, rule: rules[row.rule] }))
})

const messagesOf = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT FROM messages WHERE account_id = ${account_id}`).length
})

/** The contact without the members that only the live call can know. */
const lasting = ({ json }: ApiResponse, created: boolean) => {
  const { id, created_at, updated_at: _, ...rest } = json.data
  return created ? rest : { ...rest, id, created_at }
}

onEitherOverSocket("a dry run of a contact write", (it) => {
  it.effect.prop(
    "writes nothing, and predicts the result of the same call without dry run",
    [Calls],
    ([calls]) =>
      Effect.gen(function* () {
        const { account_id, token } = yield* seedAccount({ scopes: Scope.literals })
        const origin = yield* Origin
        const ids: Array<string> = []
        for (const { verb, contact, key, body } of calls) {
          const id = ids[contact % Math.max(1, ids.length)] ?? `con_${"0".repeat(26)}`
          const path = { POST: "", PATCH: `/${id}`, DELETE: `/${id}`, unsubscribe: `/${id}/unsubscribe` }[verb]
          const call = (more: Record<string, string>) =>
            send(`${origin}/v1/contacts${path}`, {
              method: verb === "unsubscribe" ? "POST" : verb,
              headers: {
                authorization: `Bearer ${token}`,
                "content-type": "application/json",
                ...(key === undefined ? {} : { "Idempotency-Key": key }),
                ...more
              },
              ...(verb === "POST" || verb === "PATCH" ? { body: JSON.stringify(body) } : {})
            })
          const before = yield* rowsOf(account_id)
          const dry = yield* call({ Prefer: "dry-run" })
          assert.deepStrictEqual(yield* rowsOf(account_id), before)

          const [ledger, messages] = [yield* ledgerOf(account_id), yield* messagesOf(account_id)]
          const live = yield* call({})
          if (live.status >= 400) {
            assert.deepStrictEqual([dry.status, dry.text], [live.status, live.text])
            continue
          }
          const { action, consent, welcome_sms } = dry.json.dry_run
          assert.strictEqual(dry.status, 200)
          assert.strictEqual(dry.headers.get("preference-applied"), "dry-run")
          assert.isFalse(live.headers.has("preference-applied"))
          assert.strictEqual(action === "created" || (action === "replayed" && verb === "POST"), live.status === 201)
          assert.strictEqual(action === "replayed", live.headers.get("idempotent-replay") === "true")
          assert.deepStrictEqual(lasting(dry, action === "created"), lasting(live, action === "created"))
          // An erasure deletes ledger and messages as well.
          if (verb !== "DELETE") assert.deepStrictEqual(consent, (yield* ledgerOf(account_id)).slice(ledger.length))
          if (verb !== "DELETE") assert.strictEqual(welcome_sms, (yield* messagesOf(account_id)) === messages + 1)
          if (action === "created") ids.push(live.json.data.id)
        }
      }),
    { arbitrary: { runs: 15 } }
  )
})
