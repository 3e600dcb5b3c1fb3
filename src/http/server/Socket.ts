import { NodeHttpServer } from "@effect/platform-node"
import { Config, Effect, Layer, Random } from "effect"
import { HttpRouter } from "effect/http"
import type { IncomingMessage } from "node:http"
import { publicUrl } from "../../store/settings/PublicUrl.ts"
import { metricsEnabled } from "../../telemetry/TelemetryConfig.ts"
import { ClientAddress } from "../auth/ClientAddress.ts"
import { requestIdOf, sendError } from "./Response.ts"
import { connectionLimit } from "../capacity/ConnectionLimit.ts"
import { GatedServer } from "../capacity/GatedServer.ts"
import { RejectionPacing } from "../capacity/RejectionPacing.ts"
import { measureRequests } from "./RequestMetrics.ts"

const listen = Config.all({
  port: Config.Port("PORT").pipe(Config.withDefault(3000)),
  host: Config.String("HOST").pipe(Config.withDefault("127.0.0.1"))
})

// Listen backlog; beyond it the kernel drops connections that clients take for open. 4,096 is the usual limit of the kernel itself.
const backlog = 4_096

// A proxy may route by one Host header and this process by the other (RFC 9112 §3.2).
const hasTwoHosts = ({ headersDistinct }: IncomingMessage): boolean => (headersDistinct["host"]?.length ?? 0) > 1

const twoHosts = { status: 400, code: "validation_failed", message: "The request names its host twice" } as const

export const SocketLayer = Layer.unwrap(
  Effect.gen(function* () {
    const options = yield* listen
    const record = (yield* metricsEnabled) ? measureRequests() : () => {}
    const addresses = yield* ClientAddress
    const reject = yield* RejectionPacing
    const random = yield* Random.Random
    const { secure } = yield* publicUrl
    const server = new GatedServer({
      accept: connectionLimit(addresses.peer),
      respond: (request, response) => {
        record(request, response)
        if (!hasTwoHosts(request)) return reject(request, response)
        sendError(response, twoHosts, { Connection: "close" }, "", requestIdOf(undefined, random), secure)
        return true
      }
    })
    return NodeHttpServer.layer(() => server, { ...options, backlog, gracefulShutdownTimeout: "15 seconds" })
  })
)

// Paths are exact: case, double slashes and trailing slashes matter (contract §1).
export const RouterConfigLayer = Layer.succeed(HttpRouter.RouterConfig, {
  caseSensitive: true,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: false,
  // Signed links are longer than the default of 100 characters.
  maxParamLength: 8_192
})
