import { assert } from "@effect/vitest"
import { Effect, Exit, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { EmailTransport, SentMail } from "../../src/outbound/email/EmailTransport.ts"
import { EditSenders } from "../../src/programs/senders/EditSenders.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { Secrets } from "../../src/store/keys/Secrets.ts"
import { FurtherSenders } from "../../src/store/senders/FurtherSenders.ts"
import { SenderDomains } from "../../src/store/senders/SenderDomains.ts"
import { Senders } from "../../src/store/senders/Senders.ts"
import { onBoth } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"

const SendersLayer = EditSenders.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(Senders.layer, SenderDomains.layer, FurtherSenders.layer)),
  Layer.provide([Secrets.layer, EmailTransport.layerMemory]),
  Layer.provide([SentMail.layer, Keys.layerMemory])
)

const offices = { from_name: "Tea for offices", from_email: "offices@ada.example" }
const keyOf = (domain: string) => ({
  domain,
  selector: `tally-${domain}`,
  public_key: "MIIB",
  private_key: Redacted.make("PEM")
})

onBoth("the further senders of an account", SendersLayer, (it, database) => {
  if (database === "PostgreSQL")
    it.effect("are deleted only once what is being saved with them is saved", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { account_id } = yield* seedAccount()
        const { id } = yield* (yield* EditSenders).create(account_id, offices)
        const store = yield* FurtherSenders
        yield* sql.withTransaction(
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* store.hold(account_id, [id]), new Set([id]))
            const other = yield* sql.reserve
            const deleting = other.executeUnprepared(
              `SELECT 1 FROM further_senders WHERE account_id = '${account_id}' AND sender_id = '${id}' FOR UPDATE NOWAIT`,
              [],
              undefined
            )
            assert.isTrue(Exit.isFailure(yield* Effect.exit(deleting)))
          })
        )
      }).pipe(Effect.scoped)
    )

  it.effect("are at most 19, also where many are added at once", () =>
    Effect.gen(function* () {
      const senders = yield* EditSenders
      const { account_id } = yield* seedAccount()
      for (let n = 0; n < 17; n++)
        yield* senders.create(account_id, { from_name: `Tea ${n}`, from_email: `n${n}@ada.example` })
      const added = yield* Effect.forEach([1, 2, 3, 4], () => Effect.result(senders.create(account_id, offices)), {
        concurrency: 4
      })
      assert.lengthOf(
        added.filter(({ _tag }) => _tag === "Success"),
        2
      )
      assert.lengthOf(yield* senders.list(account_id), 19)
    })
  )

  it.effect("give each change a new version of the account's sender, by which processes read them again", () =>
    Effect.gen(function* () {
      const [senders, stored] = [yield* EditSenders, yield* Senders]
      const { account_id } = yield* seedAccount()
      const version = Effect.map(stored.readSecrets(account_id), (secrets) => secrets.version)
      const versions = [yield* version]
      const { id } = yield* senders.create(account_id, offices)
      versions.push(yield* version)
      const secrets = yield* stored.readFurtherSecrets(account_id, id)
      assert.deepInclude(secrets, { from_email: offices.from_email, domain_proven: false })
      assert.strictEqual(secrets?.version, versions[1])
      yield* senders.change(account_id, id, { from_name: "Tea" })
      versions.push(yield* version)
      yield* senders.remove(account_id, id)
      versions.push(yield* version)
      assert.deepStrictEqual(
        versions,
        [...new Set(versions)].toSorted((one, other) => one - other)
      )
      assert.isUndefined(yield* stored.readFurtherSecrets(account_id, id))
    })
  )

  it.effect("are signed for by the key of their domain, and a key goes with the last sender there", () =>
    Effect.gen(function* () {
      const [senders, stored, keys] = [yield* EditSenders, yield* Senders, yield* SenderDomains]
      const { account_id } = yield* seedAccount()
      const { id } = yield* senders.create(account_id, offices)
      for (const domain of ["ada.example", "other.example"]) {
        yield* keys.setKey(account_id, keyOf(domain), ["ada.example", "other.example"])
        yield* keys.markKey(account_id, keyOf(domain), true)
      }
      const domains = Effect.map(stored.readFurtherSecrets(account_id, id), (secrets) =>
        secrets?.keys.map(({ domain }) => domain)
      )
      assert.deepStrictEqual(yield* domains, ["ada.example", "other.example"])
      assert.include((yield* senders.read(account_id, id)).dkim?.record.name, "tally-ada.example")
      yield* keys.setKey(account_id, keyOf("third.example"), ["ada.example"])
      assert.deepStrictEqual(
        (yield* stored.read(account_id)).keys.map(({ domain }) => domain),
        ["ada.example", "third.example"]
      )
      yield* senders.removeKey(account_id, id)
      assert.isNull((yield* senders.read(account_id, id)).dkim)
    })
  )

  it.effect("stay while a campaign that has not ended, a flow or a waiting message is to be sent from them", () =>
    Effect.gen(function* () {
      const senders = yield* EditSenders
      const sql = yield* SqlClient.SqlClient
      const [{ account_id }, other] = [yield* seedAccount(), yield* seedAccount()]
      const { id } = yield* senders.create(account_id, offices)
      const refused = Effect.map(Effect.flip(senders.remove(account_id, id)), (error) =>
        error._tag === "SenderInUse" ? error.uses.map(({ kind, name }) => `${kind} ${name}`) : error._tag
      )
      const campaign = (status: string) => sql`
        INSERT INTO campaigns (account_id, campaign_id, name, channel, status, variants, holdout_percent, audience, send_at_zone, sender_id,
          created_at, updated_at)
        VALUES (${account_id}, ${`cmp_${status}`}, ${status}, 'email', ${status}, '[]', 0, '{}', 'account', ${id}, now(), now())`
      for (const status of ["draft", "paused", "sent", "cancelled"]) yield* campaign(status)
      assert.deepStrictEqual(yield* refused, ["campaign draft", "campaign paused"])
      yield* sql`DELETE FROM campaigns WHERE account_id = ${account_id} AND status IN ('draft', 'paused')`
      const definition = (sender_id: string) => JSON.stringify({ steps: [{ type: "send_email", sender_id }] })
      yield* sql`INSERT INTO flows (account_id, flow_id, name, status, version, trigger_type, created_at, updated_at)
        VALUES (${account_id}, 'flw_1', 'Welcome', 'paused', 1, 'event', now(), now())`
      yield* sql`INSERT INTO flow_versions (account_id, flow_id, version, definition, created_at)
        VALUES (${account_id}, 'flw_1', 1, ${definition(id)}::json, now())`
      assert.deepStrictEqual(yield* refused, ["flow Welcome"])
      yield* sql`INSERT INTO flow_versions (account_id, flow_id, version, definition, created_at)
        VALUES (${account_id}, 'flw_1', 2, ${definition(`${id}x`)}::json, now())`
      yield* sql`UPDATE flows SET version = 2 WHERE account_id = ${account_id}`
      // A run goes on with the version that it began with.
      yield* sql`INSERT INTO flow_runs (account_id, run_id, flow_id, version, contact_id, cause, cause_key, exit_on_purchase, status, due_at,
          created_at, updated_at)
        VALUES (${account_id}, 'run_1', 'flw_1', 1, 'con_1', 'event', 'k', false, 'waiting', now(), now(), now())`
      assert.deepStrictEqual(yield* refused, ["flow Welcome"])
      yield* sql`UPDATE flow_runs SET status = 'completed', ended_at = now() WHERE account_id = ${account_id}`
      yield* sql`INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, class, layout, flow_id, sender_id, subject, body,
          status, due_at, created_at, updated_at)
        VALUES (${account_id}, 'msg_1', 'k', 'con_1', 'email', 'flow', 'marketing', 'shell', 'flw_1', ${id}, 'Hi', 'Hi', 'held', now(), now(), now())`
      assert.deepStrictEqual(yield* refused, ["flow Welcome"])
      yield* sql`UPDATE messages SET status = 'sent' WHERE account_id = ${account_id}`
      assert.strictEqual(
        yield* Effect.map(Effect.flip(senders.remove(other.account_id, id)), ({ _tag }) => _tag),
        "NotFound"
      )
      assert.strictEqual((yield* senders.remove(account_id, id)).id, id)
      assert.deepStrictEqual(yield* senders.list(account_id), [])
    })
  )
})
