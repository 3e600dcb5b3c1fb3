import { NodeSocket, NodeSocketServer } from "@effect/platform-node"
import { Effect, Layer, Option } from "effect"
import { type RunnerAddress, Runners, ShardingConfig } from "effect/cluster"
import { RpcClient, RpcSerialization } from "effect/rpc"
import { Socket } from "effect/socket"
import { connect } from "node:tls"
import { Keys } from "../store/keys/Keys.ts"

const identity = "tally"

// TLS with a pre-shared key: both sides prove it in the handshake, and each connection derives its own keys. No other suite is
// offered, so there are no certificates.
const suite = { ciphers: "ECDHE-PSK-CHACHA20-POLY1305", minVersion: "TLSv1.2", maxVersion: "TLSv1.2" } as const

// Milliseconds. Shutdown waits for a handshake that has begun, so that timeout is short too.
const openTimeout = 1_000
const handshakeTimeout = 2_000

const sharedKey = Effect.map(Keys, ({ derive }) => derive("cluster"))

/** Listens at the runner's address. Closes a connection whose handshake fails before it reads any message. */
export const ClusterServerLayer = Layer.unwrap(
  Effect.gen(function* () {
    const key = yield* sharedKey
    const { runnerListenAddress, runnerAddress } = yield* ShardingConfig.ShardingConfig
    const { host, port } = Option.getOrThrow(Option.orElse(runnerListenAddress, () => runnerAddress))
    return NodeSocketServer.layerTls({
      ...suite,
      host,
      port,
      handshakeTimeout,
      pskCallback: (_connection, sentIdentity) => (sentIdentity === identity ? key : null)
    })
  })
)

const openConnection = ({ host, port }: RunnerAddress.RunnerAddress, key: Buffer) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      connect({
        ...suite,
        host,
        port,
        pskCallback: () => ({ psk: key, identity }),
        // The pre-shared key authenticates the server; there is no certificate to check.
        checkServerIdentity: () => undefined
      })
    ),
    (connection) => Effect.sync(() => connection.destroySoon())
  ).pipe(
    Effect.tap((connection) =>
      Effect.callback<void, Socket.SocketError>((resume) => {
        connection.once("secureConnect", () => resume(Effect.void))
        connection.on("error", (cause) =>
          resume(
            Effect.fail(new Socket.SocketError({ reason: new Socket.SocketOpenError({ kind: "Unknown", cause }) }))
          )
        )
      })
    )
  )

/** Connects to other runners. A runner without the key counts as unreachable. */
export const ClusterClientLayer = Layer.effect(
  Runners.RpcClientProtocol,
  Effect.gen(function* () {
    const key = yield* sharedKey
    const serialization = yield* RpcSerialization.RpcSerialization
    return Runners.RpcClientProtocol.of({
      codecFor: serialization.codecFor,
      make: Effect.fnUntraced(function* (address) {
        const socket = yield* NodeSocket.fromDuplex(openConnection(address, key), { openTimeout })
        return yield* RpcClient.makeProtocolSocket().pipe(
          Effect.provideService(Socket.Socket, socket),
          Effect.provideService(RpcSerialization.RpcSerialization, serialization)
        )
      })
    })
  })
)
