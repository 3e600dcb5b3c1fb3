import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { ClientAddress } from "./auth/ClientAddress.ts"
import { Draining } from "./server/Draining.ts"
import { FailureLog } from "./server/FailureLog.ts"
import { RoutesLayer } from "./server/Routes.ts"
import { RouterConfigLayer, SocketLayer } from "./server/Socket.ts"

/** The API on a socket. Routes are built before the socket listens: a request in between would never be answered. */
export const HttpLayer = Layer.unwrap(
  Effect.map(HttpRouter.toHttpEffect(RoutesLayer), (app) => HttpServer.serve(app).pipe(Layer.provideMerge(SocketLayer)))
).pipe(
  Layer.provide([
    NodeHttpServer.layerHttpServices,
    RouterConfigLayer,
    ClientAddress.layer,
    FailureLog.layer,
    Draining.layer
  ])
)
