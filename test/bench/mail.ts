import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Databases } from "./databases.ts"
import { options } from "./options.ts"
import { startOurs } from "./subjects.ts"
import { backendsOf, usageOf } from "./usage.ts"

const accounts = 10
const maxSeconds = 300

const html = `<h1>Thank you, {{ contact.first_name | default: "friend" }}</h1>
${Array.from({ length: 12 }, (_, at) => `<p>Paragraph ${at} of a mail of ordinary size, which says what a shop has to say to {{ contact.email }}.</p>`).join("\n")}
<p><a href="https://shop.example/one">One</a> <a href="https://shop.example/two?a=1&amp;b=2">Two</a> <a href="https://shop.example/three">Three</a></p>`

const seed = (count: number): ReadonlyArray<string> => {
  const account = `'acc_' || lpad((n % ${accounts} + 1)::text, 26, '0')`
  return [
    `INSERT INTO senders (account_id, shared_address, from_name, from_email, postal_address, updated_at)
      SELECT ${account}, true, 'Bench', NULL, '1 Bench Street', now() FROM generate_series(1, ${accounts}) n
      ON CONFLICT (account_id) DO UPDATE SET shared_address = true`,
    `INSERT INTO contacts (account_id, contact_id, email, email_key, first_name, email_consent, sms_consent, order_count, created_at,
        updated_at)
      SELECT ${account}, 'con_' || n, 'contact' || n || '@example.com', 'contact' || n || '@example.com', 'Ada', 'subscribed',
        'never_subscribed', 0, now(), now() FROM generate_series(1, ${count}) n`,
    "ANALYZE contacts",
    `INSERT INTO messages (account_id, message_id, key, contact_id, channel, purpose, flow_id, subject, body, status, due_at, created_at,
        updated_at)
      SELECT ${account}, 'msg_' || lpad(n::text, 26, '0'), n::text, 'con_' || n, 'email', 'flow', 'flo_1',
        'Thank you, {{ contact.first_name }}', '${html.replaceAll("'", "''")}', 'queued', now(), now(), now()
      FROM generate_series(1, ${count}) n`
  ]
}

const startSmtp = async () => {
  const child = fork(join(import.meta.dirname, "peers/smtp.ts"))
  const ask = async (): Promise<number> => {
    const answer = once(child, "message", { signal: AbortSignal.timeout(10_000) })
    child.send("count")
    return Number((await answer)[0])
  }
  const [port] = await once(child, "message", { signal: AbortSignal.timeout(10_000) })
  return { url: `smtp://127.0.0.1:${port}`, count: ask, stop: () => child.disconnect() }
}

interface Point {
  readonly sent: number
  readonly cpu: number
  readonly rss: number
  readonly seconds: number
}

const maxRss = (points: ReadonlyArray<Point>) => Math.max(...points.map(({ rss }) => rss))

/**
 * Mails of ten accounts through a local mail server in a process of its own: mails a second, processor time a mail of the service and
 * its database, and the service's memory in both halves of the way. Ends after five minutes at the latest.
 */
export const benchMail = async (databases: Databases, count: number): Promise<Record<string, unknown>> => {
  const { url, name } = await databases.create("mail")
  const smtp = await startSmtp()
  const subject = await startOurs({
    port: options.port,
    env: { DATABASE_URL: url, SMTP_URL: smtp.url, EMAIL_FROM: "bench@shop.example" },
    node: options.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${options.profile}`]
  })
  try {
    await databases.query(url, ...seed(count))
    const from = performance.now()
    const before = usageOf([subject.pid]).cpu
    const databaseBefore = usageOf(backendsOf(name)).cpu
    const points: Array<Point> = []
    const measure = async () => {
      const { cpu, rss } = usageOf([subject.pid])
      const sent = await smtp.count()
      points.push({ sent, cpu: cpu - before, rss, seconds: (performance.now() - from) / 1_000 })
      return sent
    }
    while ((await measure()) < count && performance.now() - from < maxSeconds * 1_000) await sleep(250)
    const { sent = 0, cpu = 0, seconds = 0 } = points.at(-1) ?? {}
    const half = points.findIndex((point) => point.sent >= sent / 2)
    const figures = {
      sent,
      perSecond: sent / seconds,
      cpuMs: (cpu / sent) * 1_000,
      databaseCpuMs: ((usageOf(backendsOf(name)).cpu - databaseBefore) / sent) * 1_000,
      firstHalfMb: maxRss(points.slice(0, half)),
      secondHalfMb: maxRss(points.slice(half))
    }
    console.log(
      `Mail: ${sent} of ${count} mails in ${seconds.toFixed(1)} s, ${figures.perSecond.toFixed(0)} mails/s; a mail takes ${figures.cpuMs.toFixed(2)} ms CPU of the service and ${figures.databaseCpuMs.toFixed(2)} ms of the database`
    )
    console.log(
      `  memory at most ${figures.firstHalfMb.toFixed(0)} MB in the first half, ${figures.secondHalfMb.toFixed(0)} MB in the second`
    )
    return { mail: figures }
  } finally {
    await subject.stop()
    smtp.stop()
  }
}
