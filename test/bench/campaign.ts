import { setTimeout as sleep } from "node:timers/promises"
import { seedSegments, sender } from "./campaignSeed.ts"
import { call, content, settled, startCampaigns, sumsOf } from "./campaignServer.ts"
import type { Databases } from "./databases.ts"
import { median, spread, table } from "./figures.ts"
import { type LoadFigures, steadyLoad } from "./load.ts"
import { options } from "./options.ts"
import { orderBody, request } from "./traffic.ts"

const isEnrolled = `SELECT 1 FROM campaigns WHERE account_id = '${sender.account_id}' AND enrolled_at IS NOT NULL`

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
      rss = Math.max(rss, server.rss())
      await sleep(100)
    }
    const seconds = (performance.now() - from) / 1_000
    const after = server.usage()
    const sentMeanwhile = (await server.smtp.count()).mails
    await call(server.port, "POST", `/campaigns/${id}/pause`)
    await settled(server)
    rss = Math.max(rss, server.rss())
    const asked = performance.now()
    const { sums, sent, isWhole } = await sumsOf(server.port, id)
    const { mails } = await server.smtp.count()
    const figures = {
      contacts,
      seconds,
      cpuSeconds: after.service - before.service,
      databaseCpuSeconds: after.database - before.database,
      sentMeanwhile,
      rss,
      resultsMs: performance.now() - asked,
      addsUp: isWhole(contacts) && sent === mails
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
      const [{ mails: sent }, since] = [await server.smtp.count(), performance.now()]
      samples.beside.push(await load())
      mails += (await server.smtp.count()).mails - sent
      busySeconds += (performance.now() - since) / 1_000
      await call(server.port, "POST", `/campaigns/${id}/pause`)
      await setFlows("paused")
      await settled(server)
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
