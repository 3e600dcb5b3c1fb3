import { Connection } from "./connection.ts"
import { embeddedDirectory, type Databases, removeDirectory } from "./databases.ts"
import { table } from "./figures.ts"
import { options } from "./options.ts"
import { startOurs, startPeer, type Subject } from "./subjects.ts"
import { orderBody, request, tokenOf } from "./traffic.ts"

/** Orders acknowledged before kills, those of them that a restarted server had not, and the milliseconds to the first answer after a kill. */
export interface Kills {
  readonly name: string
  readonly rounds: number
  readonly acknowledged: number
  readonly lost: number
  readonly recovery: number
}

const callOf = (order: number) =>
  request(tokenOf(1 + (order % options.accounts)), "POST", "/v1/orders/placed", orderBody(order, order, false))

const isTaken = (status: number) => status === 200 || status === 201

/** Sends the orders that `next` names until it ends or the connection breaks; `done` gets each status. */
const caller = async (port: number, next: () => number | undefined, done: (order: number, status: number) => void) => {
  const connection = await Connection.open(port)
  for (let order = next(); order !== undefined; order = next()) {
    const sent = order
    const status = await new Promise<number>((resolve) => connection.call(callOf(sent), resolve))
    done(sent, status)
    if (status === 0) break
  }
  connection.close()
}

const callers = (port: number, next: () => number | undefined, done: (order: number, status: number) => void) =>
  Promise.all(Array.from({ length: options.connections }, () => caller(port, next, done)))

/** Places new orders until the server is killed after `seconds`; the orders that it acknowledged. */
const untilKilled = async ({ port, kill }: Subject, first: number): Promise<ReadonlyArray<number>> => {
  const acknowledged: Array<number> = []
  let order = first
  const load = callers(
    port,
    () => order++,
    (sent, status) => {
      if (isTaken(status)) acknowledged.push(sent)
    }
  )
  const killed = new Promise<void>((resolve) => setTimeout(() => resolve(kill()), options.seconds * 1000))
  await Promise.all([load, killed])
  return acknowledged
}

/** Sends acknowledged orders again, those refused as busy ten times at most: one that is made now was lost, as was one not taken. */
const lostOf = async (port: number, acknowledged: ReadonlyArray<number>): Promise<number> => {
  let lost = 0
  let left = acknowledged
  for (let tries = 1; left.length > 0 && tries <= 10; tries++) {
    const waiting = [...left]
    const again: Array<number> = []
    await callers(
      port,
      () => waiting.shift(),
      (order, status) => {
        if (status === 201) lost++
        else if (status !== 200) again.push(order)
      }
    )
    left = [...again, ...waiting]
  }
  return lost + left.length
}

const killsOf = async (name: string, start: () => Promise<Subject>): Promise<Kills> => {
  const { rounds } = options
  const found = { acknowledged: 0, lost: 0, recovery: 0 }
  let server = await start()
  for (let round = 0; round < rounds; round++) {
    const acknowledged = await untilKilled(server, 1 + round * 10_000_000)
    const from = performance.now()
    server = await start()
    found.recovery = Math.max(found.recovery, performance.now() - from)
    found.acknowledged += acknowledged.length
    found.lost += await lostOf(server.port, acknowledged)
  }
  await server.stop()
  return { name, rounds, ...found }
}

/** Kills each server (SIGKILL) while it places orders, and counts acknowledged orders that it has not after its restart. */
export const benchKills = async (databases: Databases): Promise<ReadonlyArray<Kills>> => {
  const { accounts, only, port } = options
  const all: Array<Kills> = []
  for (const name of ["ours", "fastify"].filter((one) => only.has(one))) {
    const { url } = await databases.create(name)
    const start = { port: port + 90, env: { DATABASE_URL: url } }
    all.push(await killsOf(name, () => (name === "fastify" ? startPeer(name, start) : startOurs(start))))
  }
  if (only.has("embedded")) {
    const directory = await embeddedDirectory({ accounts, port: port + 90, build: undefined })
    const start = { port: port + 90, env: { DATA_DIR: directory } }
    all.push(await killsOf("embedded", () => startOurs(start)))
    await removeDirectory(directory)
  }
  console.log("\nKilled (SIGKILL) while orders come")
  table(
    ["subject", "kills", "acknowledged", "lost", "ms to the first answer"],
    all.map(({ name, rounds, acknowledged, lost, recovery }) => [
      name,
      String(rounds),
      String(acknowledged),
      String(lost),
      recovery.toFixed(0)
    ])
  )
  return all
}
