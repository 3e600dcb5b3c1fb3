import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Parameters of links of a campaign, the test of its variants, and sending again to those who did not click. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `link_parameters`: null are the account's. `variant_choice`: how the test stands; null until its last message has gone out. `resend_of`: the
  // campaign whose mail is sent again. `variants_drawn`: recipients of whom the test has taken its share.
  yield* sql`ALTER TABLE campaigns ADD link_parameters text, ADD variant_test json, ADD variant_choice json, ADD resend json,
    ADD resend_of text, ADD variants_drawn int NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE campaigns ALTER link_parameters SET STATISTICS 0, ALTER resend SET STATISTICS 0`
  yield* sql`CREATE UNIQUE INDEX campaigns_resend_of ON campaigns (account_id, resend_of) WHERE resend_of IS NOT NULL`
  // `reserved`: the contact gets the variant that the test chooses.
  yield* sql`ALTER TABLE campaign_enrolments DROP CONSTRAINT campaign_enrolments_status_check,
    ADD CONSTRAINT campaign_enrolments_status_check CHECK (status IN ('waiting', 'reserved', 'queued', 'left_out'))`
  yield* sql`CREATE INDEX campaign_enrolments_reserved ON campaign_enrolments (account_id, campaign_id, contact_id)
    WHERE status = 'reserved'`
})
