import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { readyFlows } from "../../src/domain/flows/readyFlows.ts"
import { DueRunSignal } from "../../src/programs/flows/DueRunSignal.ts"
import { ScanContacts } from "../../src/programs/contacts/ScanContacts.ts"
import { EditFlows } from "../../src/programs/flows/EditFlows.ts"
import { EmailTransport, SentMail } from "../../src/outbound/email/EmailTransport.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { Secrets } from "../../src/store/keys/Secrets.ts"
import { FurtherSenders } from "../../src/store/senders/FurtherSenders.ts"
import { SenderDomains } from "../../src/store/senders/SenderDomains.ts"
import { Senders } from "../../src/store/senders/Senders.ts"
import { TestClocks } from "../../src/store/accounts/TestClocks.ts"
import { Flows } from "../../src/store/flows/Flows.ts"
import { onEither } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"

const [thanks, welcome] = readyFlows

const EditingLayer = EditFlows.layer.pipe(
  Layer.provideMerge(Flows.layer),
  Layer.provide([Flows.layer, TestClocks.layer, DueRunSignal.layer, EmailTransport.layerMemory, ScanContacts.layer]),
  Layer.provide([Senders.layer, SenderDomains.layer, FurtherSenders.layer]),
  Layer.provide([SentMail.layer, Secrets.layer]),
  Layer.provide(Keys.layerMemory)
)

onEither("flows of an account", EditingLayer, (it) => {
  it.effect("are the two ready-made ones, paused, created once under concurrent reads", () =>
    Effect.gen(function* () {
      const flows = yield* EditFlows
      const { account_id } = yield* seedAccount()
      const lists = yield* Effect.forEach(Array.from({ length: 8 }), () => flows.list(account_id, {}), {
        concurrency: 8
      })
      for (const { data: listed } of lists) {
        assert.deepStrictEqual(
          listed.map(({ name, status, version, definition }) => ({ name, status, version, definition })),
          [welcome, thanks].map((flow) => ({ ...flow, status: "paused", version: 1 }))
        )
      }
    })
  )

  it.effect("get a new version with every save, and keep the old ones", () =>
    Effect.gen(function* () {
      const flows = yield* EditFlows
      const sql = yield* SqlClient.SqlClient
      const { account_id } = yield* seedAccount()
      if (thanks === undefined || welcome === undefined) return assert.fail("No ready-made flows")
      const made = yield* flows.create(account_id, thanks)
      const saved = yield* flows.update(account_id, made.id, { ...welcome, name: "Renamed" })
      assert.deepStrictEqual([saved.version, saved.name, saved.definition], [2, "Renamed", welcome.definition])
      assert.deepStrictEqual(yield* (yield* Flows).read(account_id, made.id), saved)
      const versions = yield* sql`SELECT version FROM flow_versions WHERE flow_id = ${made.id} ORDER BY version`
      assert.deepStrictEqual(versions, [{ version: 1 }, { version: 2 }])
    })
  )

  it.effect("refuse a save that is based on an older version, and change nothing by it", () =>
    Effect.gen(function* () {
      const flows = yield* EditFlows
      const { account_id } = yield* seedAccount()
      const other = yield* seedAccount()
      if (thanks === undefined || welcome === undefined) return assert.fail("No ready-made flows")
      const made = yield* flows.create(account_id, thanks)
      const saved = yield* flows.update(account_id, made.id, { ...welcome, version: 1 })
      assert.strictEqual(saved.version, 2)
      for (const version of [1, 3]) {
        const refused = yield* Effect.flip(flows.update(account_id, made.id, { ...thanks, version }))
        assert.strictEqual(refused._tag, "FlowChanged")
      }
      assert.deepStrictEqual(yield* (yield* Flows).read(account_id, made.id), saved)
      const foreign = yield* Effect.flip(flows.update(other.account_id, made.id, { ...thanks, version: 2 }))
      assert.strictEqual(foreign._tag, "NotFound")
    })
  )

  it.effect("are activated and paused, and are 404 for other accounts", () =>
    Effect.gen(function* () {
      const flows = yield* EditFlows
      const own = yield* seedAccount()
      const other = yield* seedAccount()
      const { data } = yield* flows.list(own.account_id, {})
      const flow = data[0]
      if (flow === undefined) return assert.fail("No flow")
      assert.strictEqual((yield* flows.activate(own.account_id, flow.id)).status, "active")
      assert.strictEqual((yield* flows.pause(own.account_id, flow.id)).status, "paused")
      assert.strictEqual((yield* Effect.flip((yield* Flows).read(other.account_id, flow.id)))._tag, "NotFound")
      assert.strictEqual((yield* Effect.flip(flows.activate(other.account_id, flow.id)))._tag, "NotFound")
      assert.strictEqual((yield* Effect.flip(flows.update(other.account_id, flow.id, flow)))._tag, "NotFound")
      assert.strictEqual((yield* (yield* Flows).read(own.account_id, flow.id)).status, "paused")
    })
  )
})
