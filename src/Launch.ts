import { NodeRuntime } from "@effect/platform-node"
import { Cause, Effect, Exit, Layer } from "effect"
import { ServerLayer } from "./Server.ts"

// One line for the operator. A defect is a bug and shows its stack.
const messageOf = (reason: Cause.Reason<unknown>): string => {
  if (Cause.isInterruptReason(reason)) return ""
  const error = Cause.isFailReason(reason) ? reason.error : reason.defect
  if (!(error instanceof Error)) return "The service can't start\n"
  if (Cause.isDieReason(reason)) return `${error.stack ?? error.message}\n`
  const fallback = error.cause instanceof Error ? error.cause.message : error.name
  return `${error.message === "" ? fallback : error.message}\n`
}

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
      Effect.tapCause(({ reasons }) => Effect.sync(() => process.stderr.write(reasons.map(messageOf).join(""))))
    ),
    {
      disableErrorReporting: true,
      teardown: (exit, done) => done(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
    }
  )
}
