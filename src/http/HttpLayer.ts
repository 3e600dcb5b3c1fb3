import { NodeHttpServer } from "@effect/platform-node"
import { Context, Effect, Layer, type Scope } from "effect"
import {
  HttpRouter,
  HttpServer,
  type HttpServerError,
  type HttpServerRequest,
  type HttpServerResponse
} from "effect/http"
import { ClientAddress } from "./auth/ClientAddress.ts"
import { FailureLog } from "./server/FailureLog.ts"
import { RejectionPacing } from "./capacity/RejectionPacing.ts"
import { RoutesLayer } from "./server/Routes.ts"
import { RouterConfigLayer, SocketLayer } from "./server/Socket.ts"

/**
 * The API as one effect that answers a request. It holds the services that it needs, as does `RejectionPacing`, which the same layer provides
 * for what is answered before.
 */
export class HttpApp extends Context.Service<
  HttpApp,
  Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    HttpServerError.HttpServerError,
    HttpServerRequest.HttpServerRequest | Scope.Scope
  >
>()("tally/http/HttpApp") {
  static readonly layer = Layer.effect(this, HttpRouter.toHttpEffect(RoutesLayer)).pipe(
    Layer.merge(RejectionPacing.layer),
    Layer.provide([NodeHttpServer.layerHttpServices, RouterConfigLayer, ClientAddress.layer, FailureLog.layer])
  )
}

/**
 * The API on a socket. Routes are built before the socket listens: a request in between would never be answered. A request copies the map of
 * the services that this layer is built with, so programs and stores are provided to `HttpApp` alone.
 */
export const HttpLayer = Layer.unwrap(Effect.map(HttpApp, (app) => HttpServer.serve(app))).pipe(
  Layer.provideMerge(SocketLayer),
  Layer.provide(ClientAddress.layer)
)
