import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { firstRun } from "../../src/programs/accounts/FirstRun.ts"
import { follow, type Operation, operations } from "../fuzz/contracts.ts"
import { operationOf, type Request } from "../support/http/calls/request.ts"
import { contentChanges, tableContents } from "../support/database/contents.ts"
import { FirstRunStoresLayer, operator } from "../support/browser/dashboard.ts"
import { postgres, withDatabase } from "../support/database/databases.ts"
import { everyCall } from "../support/http/everyCall.ts"
import { Origin, originLayer, Outgoing } from "../support/http/http.ts"
import { mailServer } from "../support/messages/providers.ts"
import { seedAccount } from "../support/database/seed.ts"
import { Scope } from "../../src/domain/accounts/Scope.ts"

// Recognizable values by column type.
const marked: ReadonlyArray<readonly [type: RegExp, value: unknown]> = [
  [/^(?:text|bytea)$/, "forged"],
  [/^(?:smallint|integer|bigint|numeric|double precision)$/, 987_654],
  [/^(?:timestamp|date)/, "2001-02-03T04:05:06Z"],
  [/^boolean$/, true],
  [/^ARRAY$/, ["forged"]],
  [/^json/, { forged: 987_654 }]
]
const marks = /forged|987654|2001-02-03/

// Members of Object.prototype.
const inherited = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"]

/** A member for each column of any table, and for each inherited name. */
const forgeries = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = yield* sql<{ name: string; type: string }>`
    SELECT column_name AS name, min(data_type) AS type FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name NOT LIKE 'cluster%' GROUP BY column_name ORDER BY column_name`
  const members = columns.map(({ name, type }): readonly [string, unknown] => {
    const [, value] = marked.find(([form]) => form.test(type)) ?? []
    if (value === undefined) throw new Error(`Say what stands for a ${type}`)
    return [name, value]
  })
  return [...members, ...inherited.map((name) => [name, { is_test: true, forged: 987_654 }] as const)]
})

/** The members declared for an operation, over all its body types. */
const namedBy = ({ body }: Operation): ReadonlySet<string> => {
  const schema = follow(body?.schema, body?.schema.document)
  const options = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return new Set(options.flatMap((one) => Object.keys(follow(one, schema.document).properties ?? {})))
}

const takesJson = ({ body }: Operation): boolean => body?.type === "application/json"
const inColons = ({ name }: Operation): string => name.replaceAll(/\{(\w+)\}/g, ":$1")

describe("unknown members of a body", () => {
  it.live("change nothing in any operation, also when named like columns or Object.prototype members", () =>
    Effect.gen(function* () {
      const mails = yield* mailServer()
      const settings = yield* postgres
      yield* Effect.gen(function* () {
        yield* firstRun(operator).pipe(Effect.provide(FirstRunStoresLayer))
        const { token } = yield* seedAccount({ scopes: Scope.literals, integrations: 1 })
        const forged = yield* forgeries
        let [n, added] = [1_000_000, 0]
        const attempt = Effect.fnUntraced(function* (
          { prepare, ask }: Request,
          outgoing: (init: RequestInit) => RequestInit
        ) {
          n++
          const prepared = prepare === undefined ? { account: "", id: "" } : yield* prepare(n)
          const before = yield* tableContents
          const { status } = yield* Effect.provideService(ask(n, prepared), Outgoing, outgoing)
          const after = yield* tableContents
          return { status, changed: contentChanges(before, after, n), rows: [...after.values()].join("\n") }
        })
        const tried = new Set<string>()
        for (const request of yield* everyCall(yield* Origin, token, mails)) {
          const operation = operations.find((one) => inColons(one) === operationOf(request))
          if (operation === undefined || !takesJson(operation)) continue
          const declaredMembers = namedBy(operation)
          const more = forged.filter(([name]) => !declaredMembers.has(name))
          const forge = (init: RequestInit): RequestInit => {
            const members = Object.entries(JSON.parse(String(init.body)))
            added += more.length
            return { ...init, body: JSON.stringify(Object.fromEntries([...members, ...more])) }
          }
          const plain = yield* attempt(request, (init) => init)
          assert.include([200, 201], plain.status, request.name)
          const other = yield* attempt(request, forge)
          // Flow definitions with unknown members are refused.
          const refused = /\/flows(?:\/(?::id|backtest))?$/.test(operationOf(request))
          const due = refused ? { status: 422, changed: [] } : { status: plain.status, changed: plain.changed }
          assert.deepStrictEqual({ status: other.status, changed: other.changed }, due, request.name)
          assert.notMatch(other.rows, marks, request.name)
          tried.add(operation.name)
        }
        assert.deepStrictEqual(
          [...tried].toSorted(),
          operations
            .filter(takesJson)
            .map(({ name }) => name)
            .toSorted()
        )
        assert.isAbove(added, 100 * tried.size)
        assert.isUndefined(Reflect.get({}, "is_test"))
      }).pipe(Effect.provide(originLayer({ SMTP_URL: mails.url })), withDatabase(settings))
    })
  )
})
