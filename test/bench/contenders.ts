import { embeddedDirectory, removeDirectory } from "./databases.ts"
import type { LoadFigures } from "./load.ts"
import { type Measured, measured, type Sample, type Summary, summarize } from "./measure.ts"
import { options } from "./options.ts"
import { startOurs, startPeer, type Subject } from "./subjects.ts"
import { traffic, type Traffic } from "./traffic.ts"
import { undisturbed } from "./undisturbed.ts"

/** A server under test, with its database and its calls. */
export interface Contender extends Measured, Subject {
  readonly url: string | undefined
  readonly traffic: Traffic
  readonly remove: () => Promise<void>
}

// Every server has its own port.
const ports = { next: options.port }

// With the semi-space size given, the server does not restart itself, so the profile covers all of it.
const profiled = (): ReadonlyArray<string> =>
  options.profile === undefined ? [] : ["--max-semi-space-size=16", "--cpu-prof", `--cpu-prof-dir=${options.profile}`]

const newTraffic = () => traffic({ accounts: options.accounts, seed: 1 })

/** A server on PostgreSQL: `fastify` is the peer, `former` another build of this service, any other name this build. */
export const onPostgres = async (
  name: string,
  database: { readonly url: string; readonly name: string }
): Promise<Contender> => {
  const start = { port: ports.next++, env: { DATABASE_URL: database.url }, node: name === "fastify" ? [] : profiled() }
  const subject = await (name === "fastify"
    ? startPeer("fastify", start)
    : startOurs(start, name === "former" ? options.former : undefined))
  return { ...subject, name, url: database.url, database: database.name, traffic: newTraffic(), remove: async () => {} }
}

/** A server that only holds calls for a while. */
export const onKeeper = async (): Promise<Contender> => {
  const subject = await startPeer("keeper", { port: ports.next++, env: {} })
  return {
    ...subject,
    name: "keeper",
    url: undefined,
    database: undefined,
    traffic: newTraffic(),
    remove: async () => {}
  }
}

/** A service on its embedded database: `former embedded` is another build, any other name this build. */
export const onEmbedded = async (name: string): Promise<Contender> => {
  const port = ports.next++
  const former = name === "former embedded" ? options.former : undefined
  const directory = await embeddedDirectory({ accounts: options.accounts, port, build: former })
  const subject = await startOurs({ port, env: { DATA_DIR: directory }, node: profiled() }, former)
  return {
    ...subject,
    name,
    url: undefined,
    database: undefined,
    traffic: newTraffic(),
    remove: () => removeDirectory(directory)
  }
}

/** Stops all servers after the work, also on failure. */
export const withContenders = async <A>(
  start: ReadonlyArray<() => Promise<Contender>>,
  work: (contenders: ReadonlyArray<Contender>) => Promise<A>
): Promise<A> => {
  const contenders: Array<Contender> = []
  try {
    for (const each of start) contenders.push(await each())
    return await work(contenders)
  } finally {
    for (const { stop, remove } of contenders) {
      await stop()
      await remove()
    }
  }
}

/** Runs each server `count` times, every second time in reverse order, so that none always follows the same one. */
export const inTurn = async (
  contenders: ReadonlyArray<Contender>,
  count: number,
  load: (contender: Contender) => Promise<LoadFigures>,
  between: () => Promise<void> = async () => {}
): Promise<ReadonlyArray<Summary>> => {
  const samples = new Map<string, Array<Sample>>(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round < count; round++) {
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed())
      samples
        .get(contender.name)
        ?.push(await undisturbed(contender.name, () => measured(contender, () => load(contender))))
    await between()
  }
  return [...samples].map(([name, of]) => summarize(name, of))
}
