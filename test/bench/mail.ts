import { setTimeout as sleep } from "node:timers/promises"
import type { Databases } from "./databases.ts"
import { median, spread, table } from "./figures.ts"
import { keysOfSenders, seedMails, seedSenders, sharedAddress } from "./mailSeed.ts"
import { options } from "./options.ts"
import { startSmtp } from "./smtp.ts"
import { startOurs } from "./subjects.ts"
import { backendsOf, usageOf } from "./usage.ts"

const maxSeconds = 300

/** One round of a build: mails a second, milliseconds of processor time a mail, statements a mail, and its memory in MB. */
interface Round {
  readonly sent: number
  readonly perSecond: number
  readonly cpuMs: number
  readonly databaseCpuMs: number
  readonly rss: number
}

interface Sender {
  readonly name: string
  readonly send: () => Promise<Round>
  readonly stop: () => Promise<void>
}

const startSender = async (databases: Databases, name: string, port: number, count: number): Promise<Sender> => {
  const database = await databases.create(name === "former" ? "former" : "mail")
  const smtp = await startSmtp()
  const hasKeys = (await databases.query(database.url, keysOfSenders)).length > 0
  await databases.query(database.url, ...(await seedSenders(hasKeys)))
  const subject = await startOurs(
    {
      port,
      env: { DATABASE_URL: database.url, SMTP_URL: smtp.url, EMAIL_FROM: sharedAddress },
      node: options.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${options.profile}`]
    },
    name === "former" ? options.former : undefined
  )
  const usage = () => ({ service: usageOf([subject.pid]).cpu, database: usageOf(backendsOf(database.name)).cpu })
  let seeded = 1
  return {
    name,
    send: async () => {
      await databases.query(database.url, ...seedMails(seeded, count))
      seeded += count
      const [from, before, { mails: sentBefore }] = [performance.now(), usage(), await smtp.count()]
      let rss = 0
      let sent = 0
      while (sent < count && performance.now() - from < maxSeconds * 1_000) {
        await sleep(50)
        sent = (await smtp.count()).mails - sentBefore
        rss = Math.max(rss, usageOf([subject.pid]).rss)
      }
      const seconds = (performance.now() - from) / 1_000
      const after = usage()
      return {
        sent,
        perSecond: sent / seconds,
        cpuMs: ((after.service - before.service) / sent) * 1_000,
        databaseCpuMs: ((after.database - before.database) / sent) * 1_000,
        rss
      }
    },
    stop: async () => {
      await subject.stop()
      smtp.stop()
    }
  }
}

/**
 * Mails of ten accounts through a local mail server in a process of its own, `count` a round: mails a second, processor time a mail of
 * the service and its database, and the service's memory in each round. A former build takes turns with this one (A B, B A).
 */
export const benchMail = async (databases: Databases, count: number): Promise<Record<string, unknown>> => {
  const names = options.former === undefined ? ["ours"] : ["ours", "former"]
  const senders: Array<Sender> = []
  try {
    for (const [at, name] of names.entries()) senders.push(await startSender(databases, name, options.port + at, count))
    const rounds = new Map<string, Array<Round>>(names.map((name) => [name, []]))
    for (let round = 0; round < options.rounds; round++)
      for (const { name, send } of round % 2 === 0 ? senders : senders.toReversed())
        rounds.get(name)?.push(await send())
    const figures = Object.fromEntries([...rounds].map(([name, of]) => [name, summarize(of)]))
    console.log(`\nMails: ${options.rounds} rounds of ${count}, ten accounts, 1.5 kB, three tracked links, half signed`)
    table(
      ["build", "sent", "mails/s", "±%", "ms CPU service", "ms CPU database", "±%", "RSS MB by round"],
      Object.entries(figures).map(([name, of]) => [
        name,
        String(of.sent),
        of.perSecond.toFixed(0),
        of.spread.toFixed(0),
        of.cpuMs.toFixed(3),
        of.databaseCpuMs.toFixed(3),
        of.cpuSpread.toFixed(0),
        of.rss.map((mb) => mb.toFixed(0)).join(" ")
      ])
    )
    const { ours, former } = figures
    if (ours === undefined || former === undefined) return { mail: figures }
    return {
      mail: figures,
      ratios: {
        "mails/s ÷ former": ours.perSecond / former.perSecond,
        "CPU a mail ÷ former": (ours.cpuMs + ours.databaseCpuMs) / (former.cpuMs + former.databaseCpuMs)
      }
    }
  } finally {
    for (const { stop } of senders) await stop()
  }
}

const summarize = (rounds: ReadonlyArray<Round>) => {
  const of = (read: (round: Round) => number) => median(rounds.map(read))
  return {
    sent: rounds.reduce((sum, round) => sum + round.sent, 0),
    perSecond: of(({ perSecond }) => perSecond),
    spread: spread(rounds.map(({ perSecond }) => perSecond)),
    cpuMs: of(({ cpuMs }) => cpuMs),
    databaseCpuMs: of(({ databaseCpuMs }) => databaseCpuMs),
    cpuSpread: spread(rounds.map(({ cpuMs, databaseCpuMs }) => cpuMs + databaseCpuMs)),
    rss: rounds.map(({ rss }) => rss)
  }
}
