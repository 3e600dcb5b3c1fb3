import { setTimeout as sleep } from "node:timers/promises"
import { seedAudience, sender } from "./campaignSeed.ts"
import type { Databases } from "./databases.ts"
import { seedSenders, sharedAddress } from "./mailSeed.ts"
import { options } from "./options.ts"
import { startSmtp } from "./smtp.ts"
import { startOurs } from "./subjects.ts"
import { backendsOf, usageOf } from "./usage.ts"

const claimed = `SELECT 1 FROM messages WHERE account_id = '${sender.account_id}' AND campaign_id IS NOT NULL AND claimed_until IS NOT NULL`

/** The campaign: one mail of ordinary size with three links, to everyone. */
export const content = {
  name: "Bench",
  channel: "email",
  variants: [
    {
      subject: "Hello, {{ contact.first_name }}",
      html: `${"<p>A paragraph of a mail of ordinary size, which says what a shop has to say.</p>".repeat(12)}
<p><a href="https://shop.example/one">One</a> <a href="https://shop.example/two">Two</a> <a href="https://shop.example/three">Three</a></p>`
    }
  ],
  audience: { all: true, include: [], exclude: [] }
}

/** A call of the account's API; the `data` of its answer. */
export const call = async (port: number, method: string, path: string, body?: object) => {
  const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${sender.token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(300_000)
  })
  if (!response.ok) throw new Error(`${method} ${path} was answered by ${response.status}: ${await response.text()}`)
  return (await response.json()).data
}

/** A server with an account of contacts, which sends through a mail server of this machine. */
export const startCampaigns = async (databases: Databases, contacts: number) => {
  const database = await databases.create("campaign")
  await databases.query(database.url, ...(await seedSenders()), ...seedAudience(contacts))
  const smtp = await startSmtp()
  const start = () =>
    startOurs({
      port: options.port,
      env: { DATABASE_URL: database.url, SMTP_URL: smtp.url, EMAIL_FROM: sharedAddress },
      node: options.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${options.profile}`]
    })
  let subject = await start()
  // Processor time of processes that were killed, and of their backends.
  let past = { service: 0, database: 0 }
  const ask = (statement: string) => databases.query(database.url, statement)
  const usage = () => ({
    service: past.service + usageOf([subject.pid]).cpu,
    database: past.database + usageOf(backendsOf(database.name)).cpu
  })
  const stop = async () => {
    await subject.stop()
    smtp.stop()
  }
  return {
    port: subject.port,
    smtp,
    ask,
    usage,
    stop,
    rss: () => usageOf([subject.pid]).rss,
    /** Ends the process as a crash does, and starts it again. */
    kill: async () => {
      past = usage()
      await subject.kill()
      subject = await start()
    },
    query: databases.query.bind(null, database.url)
  }
}

/** Waits until no mail of the campaign is on its way. */
export const settled = async ({ ask }: Awaited<ReturnType<typeof startCampaigns>>): Promise<void> => {
  while ((await ask(claimed)).length > 0) await sleep(100)
}

/** The sums of a campaign, and whether each contact of its audience is in one of them. */
export const sumsOf = async (port: number, id: string) => {
  const { sums } = await call(port, "GET", `/campaigns/${id}/results`)
  const { audience, skipped_by: _, ...others } = sums
  const added = Object.values(others).reduce((sum: number, count) => sum + Number(count), 0)
  return { sums, sent: Number(others.sent), isWhole: (contacts: number) => audience === contacts && added === contacts }
}
