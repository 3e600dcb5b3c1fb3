import { NodeRuntime } from "@effect/platform-node"
import { Cause, Effect, Exit, Layer } from "effect"
import { failureMessage } from "./failureMessage.ts"
import { ScenarioServerLayer, ServerLayer } from "./Server.ts"
import { testScenarios } from "./testScenarios.ts"

/**
 * Runs the server until a signal. SIGTERM drains and exits with 0, also when it is sent twice, as supervisors do. A second SIGINT (Ctrl-C) exits
 * at once.
 */
export const launch = (): void => {
  // Files and directories of this process give no rights to other users, whatever the inherited mask.
  process.umask(0o077)
  process.once("SIGINT", () => process.once("SIGINT", () => process.exit(1)))
  NodeRuntime.runMain(
    Layer.launch(ServerLayer).pipe(
      Effect.tapCause(({ reasons }) => Effect.sync(() => process.stderr.write(reasons.map(failureMessage).join(""))))
    ),
    {
      disableErrorReporting: true,
      teardown: (exit, done) => done(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
    }
  )
}

/** Runs the scenarios of files on a new embedded database. Exits with 1 when one is not as expected. */
export const launchTests = (files: ReadonlyArray<string>): void => {
  process.umask(0o077)
  NodeRuntime.runMain(
    testScenarios(files, ScenarioServerLayer).pipe(
      Effect.tapCause(({ reasons }) => Effect.sync(() => process.stderr.write(reasons.map(failureMessage).join(""))))
    ),
    { disableErrorReporting: true, teardown: (exit, done) => done(Exit.isSuccess(exit) ? 0 : 1) }
  )
}
