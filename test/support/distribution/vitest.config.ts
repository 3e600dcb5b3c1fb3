import { defineConfig } from "vitest/config"
import config from "../../../vitest.config.ts"

const suites = [
  "test/{store,programs,flows,outbound,campaigns,http}/**/*.test.ts",
  "test/faults/{races,contactRaces}.test.ts"
]
// Of one PostgreSQL alone: its plans, and what its admissions read along.
const exclude = ["test/store/{plans,skewedAccounts,prefetchedOrders}.test.ts", "test/http/orderPrefetch.test.ts"]

/** `npm run test:distributed`: suites as on a cluster, on the one that `CITUS_URL` names, else on one PostgreSQL. */
export default defineConfig({
  test: {
    ...config.test,
    include: suites,
    exclude,
    env: { DATABASE_DISTRIBUTED: "citus" },
    globalSetup: ["test/support/runner/globalSetup.ts", "test/support/distribution/checkStatements.ts"]
  }
})
