import { NodeRuntime } from "@effect/platform-node"
import { Cause, Exit, Layer } from "effect"
import { ServerLayer } from "./Server.ts"

/** Runs the server until it is told to stop. SIGTERM drains and exits 0. */
export const launch = (): void =>
  NodeRuntime.runMain(Layer.launch(ServerLayer), {
    teardown: (exit, done) => done(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
  })
