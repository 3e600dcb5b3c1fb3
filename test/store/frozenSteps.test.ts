import { assert, it } from "@effect/vitest"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { databaseFunctions } from "../../src/store/functions/databaseFunctions.ts"

const migrations = join(import.meta.dirname, "../../migrations")

/** The steps that databases have taken, with their digests. A new step is added here; a line never changes. */
const steps: Record<string, string> = {
  "0001_accounts": "be48b7562bfba996",
  "0002_admission": "22615504cbfb7fc3",
  "0003_contacts": "96f708992d93f1f3",
  "0004_consent": "7f743a87483b4879",
  "0005_integrations": "417930aa3232dcd4",
  "0006_orders": "36c5d3a74d4572a9",
  "0007_events": "dcb12d852ff68360",
  "0008_segments": "0874728b7da61c1a",
  "0009_flows": "6fec9b493d802a5b",
  "0010_campaigns": "d066b529bbc4e65b",
  "0011_messages": "338cce4616c2441e",
  "0012_forms": "4b774e7d2a61c19b",
  "0013_imports": "300a11b8e0989b0d",
  "0014_reports": "e82b4bfdc90804b5",
  "0015_carts": "f16c7b3f4f0b4441",
  "0016_functions": "d0aefc9e35ab13ea",
  "0017_due_texts": "858450e6e1895a34",
  "0018_shop_contacts": "abf7e5d96331e56e",
  "0019_functions": "01df673ffc3e8aea",
  "0020_products": "1ca33e83e7327678",
  "0021_visits": "55aadd2082b1d91e",
  "0022_coupons": "ecb3932d8340a252",
  "0023_product_counts": "3520610195187415",
  "0024_product_triggers": "a7c424dce9054465",
  "0025_viewed_products": "5b4d599e1d19b6f0",
  "0028_import_notes": "6650d16c3bbd7487",
  "0030_holdouts": "93f36cea1a757af7",
  "0033_media": "18b070c44fb3bab9",
  "0034_bulk_changes": "9a63a316f90c4bca",
  "0035_topics": "fd30cf4ad2f834c7",
  "0036_better_variants": "8a08e40afbe71931",
  "0037_templates": "70113790b4f270ae",
  "0038_languages": "578fb60a85268b71",
  "0039_carts_and_site": "665c68dd11a105f1",
  "0040_further_senders": "6a3807d650389524",
  "0041_tracking_domains": "9b0f728ba8eb71a1",
  "0044_functions": "f2e4c1450a69bba2",
  "0045_functions": "e0aa97794124f6be",
  "0046_sms_part_price": "698953442e73175b"
}

/** The last step when the functions were changed, and their digest. */
const functions = { after: "0045_functions", digest: "0042c02519eb09ba" }

// Without white space, which the formatter may change.
const digestOf = (text: string): string =>
  createHash("sha256").update(text.replaceAll(/\s+/g, "")).digest("hex").slice(0, 16)

const namesOfSteps = readdirSync(migrations).map((file) => file.replace(/\.ts$/, ""))

it("the steps of the schema: those that a database has taken are never changed", () => {
  const found = namesOfSteps.map((name) => [name, digestOf(readFileSync(join(migrations, `${name}.ts`), "utf8"))])
  assert.deepStrictEqual(
    Object.fromEntries(found),
    steps,
    "databases have taken these steps: undo the change and add a new step, with a line in test/store/frozenSteps.test.ts"
  )
})

it("the functions of the database: change together with a new step, after which databases get them", () => {
  assert.strictEqual(
    digestOf(JSON.stringify(databaseFunctions)),
    functions.digest,
    "databases get changed functions after a new step alone: add one, and name it in test/store/frozenSteps.test.ts"
  )
  assert.include(namesOfSteps, functions.after)
})
