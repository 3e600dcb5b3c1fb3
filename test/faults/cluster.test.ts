import { NodeClusterSocket } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { type Duration, Effect, Exit, Layer } from "effect"
import { RunnerAddress, Runners } from "effect/cluster"
import { RpcClient, RpcSerialization } from "effect/rpc"
import { SqlClient } from "effect/sql"
import { once } from "node:events"
import { connect } from "node:net"
import { ClusterClientLayer } from "../../src/engine/ClusterTransport.ts"
import { Keys } from "../../src/store/keys/Keys.ts"
import { postgres, type Settings, settingsLayer, withBareDatabase } from "../support/database/databases.ts"
import { freePort } from "../support/database/postgres.ts"
import { refusedStart, startServer } from "../support/faults/processes.ts"
import { eventually } from "../support/faults/eventually.ts"

const otherKey = { ENCRYPTION_KEY: "cd".repeat(32) }

/** A server with a known cluster port. */
const startRunner = Effect.fnUntraced(function* (settings: Settings) {
  const port = yield* Effect.promise(freePort)
  return { port, server: yield* startServer({ ...settings, CLUSTER_PORT: String(port) }) }
})

/** The ports of the processes registered as alive. */
const alive = Effect.map(
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ address: string }>`SELECT address FROM cluster_runners WHERE healthy ORDER BY address`
  ),
  (rows) => rows.map(({ address }) => Number(address.split(":")[1]))
)

/** Whether the port answers the first command of the protocol in time, with this key or another. */
const pings = (port: number, time: Duration.Input) =>
  Effect.gen(function* () {
    const { codecFor, make } = yield* Runners.RpcClientProtocol
    const protocol = yield* make(RunnerAddress.make("127.0.0.1", port))
    const client = yield* RpcClient.make(Runners.Rpcs, { spanPrefix: "Test", disableTracing: true }).pipe(
      Effect.provideService(RpcClient.Protocol, { ...protocol, codecFor })
    )
    return Exit.isSuccess(yield* Effect.exit(Effect.timeout(client.Ping(), time)))
  }).pipe(Effect.scoped)

const Serialization = RpcSerialization.layerSchemaBinary()
const strangerLayer = NodeClusterSocket.layerClientProtocol.pipe(Layer.provide(Serialization))
const runnerLayer = (settings: Settings) =>
  ClusterClientLayer.pipe(
    Layer.provide(Serialization),
    Layer.provide(Keys.layer),
    Layer.provide(settingsLayer(settings))
  )

/** Whether the port closes a connection that sends these bytes, without a protocol response. */
const closesOn = (port: number, bytes: string) =>
  Effect.promise(async () => {
    const socket = connect(port, "127.0.0.1")
    let received = ""
    socket.on("data", (chunk: Buffer) => (received += chunk.toString("latin1")))
    socket.on("error", () => undefined)
    const closed = new Promise((resolve) => socket.once("close", resolve))
    await once(socket, "connect")
    socket.write(bytes)
    await closed
    return received
  })

describe("the cluster port", () => {
  it.live("answers only processes with the same ENCRYPTION_KEY, whatever is sent", () =>
    Effect.gen(function* () {
      const settings = yield* postgres
      const { port, server } = yield* startRunner(settings)
      const answers = {
        runner: yield* Effect.provide(pings(port, "2 minutes"), runnerLayer(settings)),
        otherKey: yield* Effect.provide(pings(port, "3 seconds"), runnerLayer({ ...settings, ...otherKey })),
        withoutKey: yield* Effect.provide(pings(port, "3 seconds"), strangerLayer)
      }
      assert.deepStrictEqual(answers, { runner: true, otherKey: false, withoutKey: false })
      // Neither text nor silence gets a protocol response; an incomplete handshake is closed.
      for (const bytes of ["", "GET / HTTP/1.1\r\n\r\n", `{"_tag":"Ping"}\n`, "\u0000".repeat(70_000)])
        assert.isBelow((yield* closesOn(port, bytes)).length, 64)
      assert.deepStrictEqual(yield* server.end("SIGTERM"), { code: 0, signal: null })
    })
  )

  it.live("joins processes of one key: a process once unreachable counts again, one of another key never does", () =>
    Effect.gen(function* () {
      const settings = yield* postgres
      const first = yield* startRunner(settings)
      const second = yield* startRunner(settings)
      const outsider = yield* startRunner({ ...settings, ...otherKey })
      const taken = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* eventually(Effect.map(alive, (ports) => ports.length === 3))
        // The first process, the only one left, pings both.
        yield* sql`UPDATE cluster_runners SET healthy = false WHERE address <> ${`127.0.0.1:${first.port}`}`
        yield* eventually(Effect.map(alive, (ports) => ports.includes(second.port)))
        return yield* alive
      })
      assert.sameMembers(yield* withBareDatabase(settings)(taken), [first.port, second.port])
      assert.isAbove(outsider.server.pid, 0)
    })
  )

  it.live("is not opened without a key", () =>
    Effect.gen(function* () {
      const { DATABASE_URL = "" } = yield* postgres
      for (const CLUSTER_HOST of ["0.0.0.0", "127.0.0.1"]) {
        const { code, output } = yield* refusedStart({ DATABASE_URL, CLUSTER_HOST })
        assert.strictEqual(code, 1)
        assert.match(output, /^ENCRYPTION_KEY must be set when DATABASE_URL is\n$/)
      }
    })
  )
})
