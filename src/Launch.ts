import { NodeRuntime } from "@effect/platform-node"
import { Cause, Effect, Exit, Layer } from "effect"
import { ServerLayer } from "./Server.ts"

// An operator reads one line; a defect is a bug of ours and shows where it is.
const wordsOf = (reason: Cause.Reason<unknown>): string => {
  if (Cause.isInterruptReason(reason)) return ""
  const error = Cause.isFailReason(reason) ? reason.error : reason.defect
  if (!(error instanceof Error)) return "The service can't start\n"
  if (Cause.isDieReason(reason)) return `${error.stack ?? error.message}\n`
  const because = error.cause instanceof Error ? error.cause.message : error.name
  return `${error.message === "" ? because : error.message}\n`
}

/**
 * Runs the server until it is told to stop. SIGTERM drains and exits 0, also when it comes again: a supervisor may send it twice.
 * Who presses Ctrl-C twice wants it to end at once.
 */
export const launch = (): void => {
  // Every file and directory that this process makes is its owner's alone, whatever mask it was started with.
  process.umask(0o077)
  process.once("SIGINT", () => process.once("SIGINT", () => process.exit(1)))
  NodeRuntime.runMain(
    Layer.launch(ServerLayer).pipe(
      Effect.tapCause(({ reasons }) => Effect.sync(() => process.stderr.write(reasons.map(wordsOf).join(""))))
    ),
    {
      disableErrorReporting: true,
      teardown: (exit, done) => done(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
    }
  )
}
