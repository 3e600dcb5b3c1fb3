import { setTimeout as sleep } from "node:timers/promises"
import { sender } from "./campaignSeed.ts"
import { call, content, settled, startCampaigns, sumsOf } from "./campaignServer.ts"
import type { Databases } from "./databases.ts"
import { table } from "./figures.ts"

const stages = 4
const isSent = `SELECT 1 FROM campaigns WHERE account_id = '${sender.account_id}' AND status = 'sent'`

/**
 * One campaign to `contacts` contacts until its last mail: the process is killed (SIGKILL) at each quarter of the way, and the campaign
 * paused and resumed after the second kill. Its sums are read after each kill, while it is paused, and at the end: mails a second,
 * processor time a mail, the memory of the service at most, and mails that a kill sent twice.
 */
export const benchWholeCampaign = async (databases: Databases, contacts: number): Promise<Record<string, unknown>> => {
  const server = await startCampaigns(databases, contacts)
  try {
    const { id } = await call(server.port, "POST", "/campaigns", content)
    const [from, before] = [performance.now(), server.usage()]
    await call(server.port, "POST", `/campaigns/${id}/schedule`, {})
    let [rss, looks, whole] = [0, 0, 0]
    const look = async () => {
      const { isWhole } = await sumsOf(server.port, id)
      looks++
      if (isWhole(contacts)) whole++
    }
    const until = async (isReached: () => Promise<boolean>) => {
      while (!(await isReached())) {
        rss = Math.max(rss, server.rss())
        await sleep(500)
      }
    }
    for (let stage = 1; stage < stages; stage++) {
      await until(async () => (await server.smtp.count()).mails >= (stage * contacts) / stages)
      await server.kill()
      await look()
      console.log(`  ${stage}/${stages} after ${((performance.now() - from) / 1_000).toFixed(0)} s`)
      if (stage !== 2) continue
      await call(server.port, "POST", `/campaigns/${id}/pause`)
      await settled(server)
      await look()
      await call(server.port, "POST", `/campaigns/${id}/resume`)
    }
    await until(async () => (await server.ask(isSent)).length > 0)
    const [seconds, after] = [(performance.now() - from) / 1_000, server.usage()]
    const { sums, sent } = await sumsOf(server.port, id)
    await look()
    const { mails, addresses } = await server.smtp.count()
    const figures = {
      contacts,
      seconds,
      cpuMs: ((after.service - before.service) / mails) * 1_000,
      databaseCpuMs: ((after.database - before.database) / mails) * 1_000,
      rss,
      looks,
      whole,
      sums,
      mails,
      addresses
    }
    console.log(`\nA whole campaign to ${contacts}, ${stages - 1} kills and a pause`)
    table(
      ["sent in s", "mails/s", "ms CPU service", "database", "RSS MB", "looks whole", "sent", "addresses", "mails"],
      [
        [
          seconds.toFixed(0),
          (mails / seconds).toFixed(0),
          figures.cpuMs.toFixed(3),
          figures.databaseCpuMs.toFixed(3),
          rss.toFixed(0),
          `${whole}/${looks}`,
          String(sent),
          String(addresses),
          String(mails)
        ]
      ]
    )
    return { wholeCampaign: figures, ratios: { "campaign RSS": rss } }
  } finally {
    await server.stop()
  }
}
