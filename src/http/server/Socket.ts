import { NodeHttpServer } from "@effect/platform-node"
import { Config, Effect, Layer, Random } from "effect"
import { HttpRouter } from "effect/http"
import type { IncomingMessage } from "node:http"
import { publicUrl } from "../../store/database/PublicUrl.ts"
import { measured } from "../../telemetry/TelemetryConfig.ts"
import { ClientAddress } from "../auth/ClientAddress.ts"
import { requestIdOf, sendError } from "./Response.ts"
import { connectionLimit } from "../capacity/ConnectionLimit.ts"
import { GatedServer } from "../capacity/GatedServer.ts"
import { makeRejectionPacing } from "../capacity/RejectionPacing.ts"
import { measureRequests } from "./RequestMetrics.ts"

const listen = Config.all({
  port: Config.Port("PORT").pipe(Config.withDefault(3000)),
  host: Config.String("HOST").pipe(Config.withDefault("127.0.0.1"))
})

// Connections that wait to be taken up, as many as a system holds by itself: beyond Node's 511 it drops some that their callers
// take for open, and resets them when a request comes.
const backlog = 4_096

// What stands between a client and this process may go by the one, and this process by the other (RFC 9112 §3.2).
const hasTwoHosts = ({ headersDistinct }: IncomingMessage): boolean => (headersDistinct["host"]?.length ?? 0) > 1

const twoHosts = { status: 400, code: "validation_failed", message: "The request names its host twice" } as const

export const SocketLayer = Layer.unwrap(
  Effect.gen(function* () {
    const options = yield* listen
    const measure = (yield* measured) ? measureRequests() : () => {}
    const addresses = yield* ClientAddress
    const reject = yield* makeRejectionPacing
    const random = yield* Random.Random
    const { secure } = yield* publicUrl
    const server = new GatedServer({
      accept: connectionLimit(addresses.peer),
      respond: (request, response) => {
        measure(request, response)
        if (!hasTwoHosts(request)) return reject(request, response)
        sendError(response, twoHosts, { Connection: "close" }, "", requestIdOf(undefined, random), secure)
        return true
      }
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
