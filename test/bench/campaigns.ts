import { Config, ConfigProvider, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { RunCampaigns } from "../../src/programs/campaigns/RunCampaigns.ts"
import { CampaignEnrolments } from "../../src/store/campaigns/CampaignEnrolments.ts"
import { CampaignMessages } from "../../src/store/campaigns/CampaignMessages.ts"
import { FollowUps } from "../../src/store/campaigns/FollowUps.ts"
import { VariantTests } from "../../src/store/campaigns/VariantTests.ts"
import { CampaignQueue } from "../../src/store/campaigns/CampaignQueue.ts"
import { DatabaseLayer } from "../../src/store/database/Database.ts"
import { table } from "./figures.ts"

// Enrols 100,000 contacts of one account in a campaign, each in the zone of its own. The bar is 60 s.
// `DATABASE_URL=postgres://…/an_empty_database node test/bench/campaigns.ts`; CONTACTS sets another number of contacts.

const account_id = `acc_${"0".repeat(26)}`
const campaign_id = `cmp_${"0".repeat(26)}`
const bar = 60

const generate = Effect.fnUntraced(function* (count: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO accounts (account_id, name, timezone, created_at) VALUES (${account_id}, 'Bench', 'Europe/Berlin', now())`
  yield* sql.withTransaction(
    Effect.andThen(
      sql`SET LOCAL statement_timeout = 0`,
      sql`
        INSERT INTO contacts (account_id, contact_id, email, email_key, email_consent, sms_consent, custom_fields, order_count, created_at,
          updated_at)
        SELECT ${account_id}, 'con_' || lpad(n::text, 26, '0'), 'p' || n || '@example.com', 'p' || n || '@example.com', 'subscribed',
          'never_subscribed', json_build_object('timezone', (ARRAY['Europe/Berlin', 'America/New_York', 'Asia/Tokyo'])[n % 3 + 1]), 0,
          now(), now()
        FROM generate_series(1, ${count}) n`
    )
  )
  yield* sql`
    INSERT INTO campaigns (account_id, campaign_id, name, channel, status, variants, holdout_percent, audience, conditions, send_at,
      send_at_zone, due_at, created_at, updated_at)
    VALUES (${account_id}, ${campaign_id}, 'Bench', 'email', 'scheduled', '[{"subject":"A","html":"<p>A</p>"}]', 0,
      '{"all":true,"include":[],"exclude":[]}', '{"include":[[{"field":"contact.email_consent","op":"eq","value":"subscribed"}]],"exclude":null}',
      '2099-01-01T09:00', 'contact', now(), now(), now())`
})

const run = Effect.gen(function* () {
  const count = yield* Config.Int("CONTACTS").pipe(Config.withDefault(100_000))
  yield* generate(count)
  const sql = yield* SqlClient.SqlClient
  const campaigns = yield* RunCampaigns
  const from = performance.now()
  let steps = 0
  while ((yield* campaigns.step) > 0) steps++
  const seconds = (performance.now() - from) / 1_000
  const enrolled = yield* sql<{ total: number }>`
    SELECT count(*)::int AS total FROM campaign_enrolments WHERE account_id = ${account_id} AND campaign_id = ${campaign_id}`
  table(
    ["campaign", "enrolled", "steps", "seconds", "bar"],
    [["each contact's zone", String(enrolled[0]?.total ?? 0), String(steps), seconds.toFixed(1), String(bar)]]
  )
})

await run.pipe(
  Effect.provide(
    RunCampaigns.layer.pipe(
      Layer.provide([
        CampaignEnrolments.layer,
        CampaignMessages.layer,
        CampaignQueue.layer,
        FollowUps.layer,
        VariantTests.layer
      ]),
      Layer.provideMerge(DatabaseLayer)
    )
  ),
  Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv())),
  Effect.runPromise
)
