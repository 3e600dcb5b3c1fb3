import { setTimeout as sleep } from "node:timers/promises"
import { seedAudience, seedSegments, sender } from "./campaignSeed.ts"
import type { Databases } from "./databases.ts"
import { median, spread, table } from "./figures.ts"
import { type LoadFigures, steadyLoad } from "./load.ts"
import { seedSenders, sharedAddress } from "./mailSeed.ts"
import { options } from "./options.ts"
import { startSmtp } from "./smtp.ts"
import { startOurs } from "./subjects.ts"
import { orderBody, request } from "./traffic.ts"
import { backendsOf, usageOf } from "./usage.ts"

const content = {
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

const call = async (port: number, method: string, path: string, body?: object) => {
  const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${sender.token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000)
  })
  if (!response.ok) throw new Error(`${method} ${path} was answered by ${response.status}: ${await response.text()}`)
  return (await response.json()).data
}

/** A server with an account of contacts, which sends through a mail server of this machine. */
const startCampaigns = async (databases: Databases, contacts: number) => {
  const database = await databases.create("campaign")
  await databases.query(database.url, ...(await seedSenders()), ...seedAudience(contacts))
  const smtp = await startSmtp()
  const subject = await startOurs({
    port: options.port,
    env: { DATABASE_URL: database.url, SMTP_URL: smtp.url, EMAIL_FROM: sharedAddress },
    node: options.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${options.profile}`]
  })
  const ask = (statement: string) => databases.query(database.url, statement)
  const usage = () => ({ service: usageOf([subject.pid]).cpu, database: usageOf(backendsOf(database.name)).cpu })
  const stop = async () => {
    await subject.stop()
    smtp.stop()
  }
  return { ...subject, smtp, ask, usage, stop, query: databases.query.bind(null, database.url) }
}

const isEnrolled = `SELECT 1 FROM campaigns WHERE account_id = '${sender.account_id}' AND enrolled_at IS NOT NULL`
const claimed = `SELECT 1 FROM messages WHERE account_id = '${sender.account_id}' AND campaign_id IS NOT NULL AND claimed_until IS NOT NULL`

/**
 * One campaign to `contacts` contacts: seconds until all are enrolled while the first mails go out, processor time a contact, the memory of
 * the service, and whether the sums of its results are those of the mail server once it is paused.
 */
export const benchCampaign = async (databases: Databases, contacts: number): Promise<Record<string, unknown>> => {
  const server = await startCampaigns(databases, contacts)
  try {
    const { id } = await call(server.port, "POST", "/campaigns", content)
    const [from, before] = [performance.now(), server.usage()]
    await call(server.port, "POST", `/campaigns/${id}/schedule`, {})
    let rss = 0
    while ((await server.ask(isEnrolled)).length === 0) {
      rss = Math.max(rss, usageOf([server.pid]).rss)
      await sleep(100)
    }
    const seconds = (performance.now() - from) / 1_000
    const after = server.usage()
    const sentMeanwhile = await server.smtp.count()
    await call(server.port, "POST", `/campaigns/${id}/pause`)
    while ((await server.ask(claimed)).length > 0) await sleep(100)
    rss = Math.max(rss, usageOf([server.pid]).rss)
    const asked = performance.now()
    const { sums } = await call(server.port, "GET", `/campaigns/${id}/results`)
    const { audience, skipped_by: _, ...others } = sums
    const added = Object.values(others).reduce((sum: number, count) => sum + Number(count), 0)
    const mails = await server.smtp.count()
    const figures = {
      contacts,
      seconds,
      cpuSeconds: after.service - before.service,
      databaseCpuSeconds: after.database - before.database,
      sentMeanwhile,
      rss,
      resultsMs: performance.now() - asked,
      addsUp: audience === contacts && added === contacts && others.sent === mails
    }
    table(
      ["campaign", "enrolled in s", "CPU s service", "database", "mails meanwhile", "RSS MB", "results ms", "adds up"],
      [
        [
          String(contacts),
          seconds.toFixed(1),
          figures.cpuSeconds.toFixed(1),
          figures.databaseCpuSeconds.toFixed(1),
          String(sentMeanwhile),
          rss.toFixed(0),
          figures.resultsMs.toFixed(0),
          figures.addsUp ? "yes" : JSON.stringify({ ...sums, mails })
        ]
      ]
    )
    return { campaign: figures, ratios: { "campaign enrolment": seconds, "campaign RSS": rss } }
  } finally {
    await server.stop()
  }
}

const orders = { perSecond: 50, segments: 50 }
const known = `SELECT 1 FROM flows WHERE trigger_type = 'entered_segment' AND checked_until IS NULL`
// Flows are looked at each five minutes; in these stretches always.
const look = "UPDATE flows SET checked_until = now() - interval '1 hour' WHERE trigger_type = 'entered_segment'"

/**
 * Orders of an account at a steady rate: alone, and while its campaign goes out and flows look for entries into segments that read
 * messages. Both take turns; what is beside is paused in between.
 */
export const benchBeside = async (databases: Databases, contacts: number): Promise<Record<string, unknown>> => {
  const server = await startCampaigns(databases, contacts)
  try {
    let order = 0
    const load = () =>
      steadyLoad({
        port: server.port,
        perSecond: orders.perSecond,
        seconds: options.seconds,
        next: () => {
          order++
          return request(sender.token, "POST", "/v1/orders/placed", orderBody(order, order, false))
        }
      })
    const setFlows = (status: "active" | "paused") =>
      server.ask(`UPDATE flows SET status = '${status}' WHERE trigger_type = 'entered_segment'`)
    await load()
    const from = performance.now()
    await server.query(...seedSegments(orders.segments))
    while ((await server.ask(known)).length > 0) await sleep(200)
    const firstLook = (performance.now() - from) / 1_000
    await setFlows("paused")
    const { id } = await call(server.port, "POST", "/campaigns", content)
    let isBegun = false
    const samples: Record<"alone" | "beside", Array<LoadFigures>> = { alone: [], beside: [] }
    let [mails, busySeconds] = [0, 0]
    const beside = async () => {
      await setFlows("active")
      await server.ask(look)
      await call(server.port, "POST", `/campaigns/${id}/${isBegun ? "resume" : "schedule"}`, isBegun ? undefined : {})
      isBegun = true
      const [sent, since] = [await server.smtp.count(), performance.now()]
      samples.beside.push(await load())
      mails += (await server.smtp.count()) - sent
      busySeconds += (performance.now() - since) / 1_000
      await call(server.port, "POST", `/campaigns/${id}/pause`)
      await setFlows("paused")
      while ((await server.ask(claimed)).length > 0) await sleep(100)
    }
    const alone = async () => void samples.alone.push(await load())
    for (let round = 0; round < options.rounds; round++)
      for (const stretch of round % 2 === 0 ? [alone, beside] : [beside, alone]) await stretch()
    const p99 = (name: "alone" | "beside") => samples[name].map((figures) => figures.p99)
    console.log(
      `\nOrders of an account of ${contacts} contacts, ${orders.perSecond}/s, beside its campaign and ${orders.segments} flows of segments`
    )
    table(
      ["orders", "p50 ms", "p99 ms", "±%", "answers"],
      (["alone", "beside"] as const).map((name) => [
        name,
        median(samples[name].map(({ p50 }) => p50)).toFixed(1),
        median(p99(name)).toFixed(1),
        spread(p99(name)).toFixed(0),
        JSON.stringify(samples[name].map(({ statuses }) => statuses))
      ])
    )
    console.log(
      `First look of ${orders.segments} flows ${firstLook.toFixed(1)} s; ${(mails / busySeconds).toFixed(0)} mails/s beside`
    )
    return {
      beside: { samples, firstLook, mailsPerSecond: mails / busySeconds },
      ratios: { "orders beside campaign ÷ alone": median(p99("beside")) / median(p99("alone")) }
    }
  } finally {
    await server.stop()
  }
}
