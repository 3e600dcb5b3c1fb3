import { Arbitrary } from "effect"

/** The seed of all laws' cases, if set; else each run draws others. */
const seed = process.env["LAWS_SEED"]

if (seed !== undefined) Arbitrary.configureGlobal({ check: { seed }, sample: { seed } })
