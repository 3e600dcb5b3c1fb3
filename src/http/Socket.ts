import { NodeHttpServer } from "@effect/platform-node"
import { Config, Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { measured } from "../telemetry/Wanted.ts"
import { tokenDoor } from "./Door.ts"
import { measureRequests } from "./RequestMeasures.ts"
import { ServerBehindDoor } from "./ServerBehindDoor.ts"

const listen = Config.all({
  port: Config.Port("PORT").pipe(Config.withDefault(3000)),
  host: Config.String("HOST").pipe(Config.withDefault("127.0.0.1"))
})

// Slow clients are cut off: 10 s for the headers, 30 s for the whole request, 16 KiB of headers.
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than callers and proxies keep idle connections, so that they close first and never meet a reset.
  keepAliveTimeout: 75_000,
  // Node looks for slow clients only every half minute unless told.
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024
}

// Connections that wait to be taken up, as many as a system holds by itself: beyond Node's 511 it drops some that their callers
// take for open, and resets them when a request comes.
const backlog = 4_096

export const SocketLayer = Layer.unwrap(
  Effect.gen(function* () {
    const options = yield* listen
    const measure = (yield* measured) ? measureRequests() : () => {}
    const turnsAway = yield* tokenDoor
    const server = new ServerBehindDoor(limits, (request, response) => {
      measure(request, response)
      return turnsAway(request, response)
    })
    return NodeHttpServer.layer(() => server, { ...options, backlog, gracefulShutdownTimeout: "15 seconds" })
  })
)

// Paths are exact: case, doubled slashes and a trailing slash count (contract §1).
export const RouterConfigLayer = Layer.succeed(HttpRouter.RouterConfig, {
  caseSensitive: true,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: false,
  // Signed links are longer than the router's usual 100 characters.
  maxParamLength: 8_192
})
