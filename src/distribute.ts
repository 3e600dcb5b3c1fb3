import { NodeRuntime } from "@effect/platform-node"
import { ConfigProvider, Effect, Layer } from "effect"
import { failureMessage } from "./failureMessage.ts"
import { LogLayer } from "./Log.ts"
import { distributeAccountData } from "./store/distributed/distributeAccountData.ts"
import { MigratedLayer } from "./store/database/Database.ts"

// One connection, so that every other one belongs to a process of the service.
const settings = ConfigProvider.layer(ConfigProvider.fromUnknown({ ...process.env, DATABASE_CONNECTIONS: "1" }))

// `npm run distribute` (docs/scaling.md).
NodeRuntime.runMain(
  distributeAccountData.pipe(
    Effect.provide(MigratedLayer.pipe(Layer.provideMerge(LogLayer), Layer.provide(settings))),
    Effect.tapCause(({ reasons }) => Effect.sync(() => process.stderr.write(reasons.map(failureMessage).join(""))))
  ),
  { disableErrorReporting: true }
)
