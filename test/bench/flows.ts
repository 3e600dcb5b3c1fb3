import { setTimeout as sleep } from "node:timers/promises"
import type { Databases } from "./databases.ts"
import { options } from "./options.ts"
import { startOurs } from "./subjects.ts"

const noisy = `acc_${"1".padStart(26, "0")}`
const quiet = `acc_${"2".padStart(26, "0")}`
const long = `acc_${"3".padStart(26, "0")}`
const mail = (id: string) => ({ id, type: "send_email", subject: id, html: `<p>${id}</p>` })
const flow = (steps: ReadonlyArray<object>) => ({
  trigger: { type: "order_received" },
  filters: [],
  entry: { type: "always" },
  exit: { on_purchase: false },
  steps
})
const waiting = flow([mail("first"), { id: "wait", type: "delay", duration: "5 seconds" }, mail("second")])
const names = ["first", "b", "c", "d", "e", "f", "g", "h", "i", "second"]
const busy = flow(names.map(mail))

const flowOf = (account: string, definition: object): string => `
  INSERT INTO flows (account_id, flow_id, name, status, version, trigger_type, created_at, updated_at)
  VALUES ('${account}', 'flo_1', 'Bench', 'active', 1, 'order_received', now(), now());
  INSERT INTO flow_versions (account_id, flow_id, version, definition, created_at)
  VALUES ('${account}', 'flo_1', 1, '${JSON.stringify(definition)}', now());
  INSERT INTO contacts (account_id, contact_id, email_consent, sms_consent, order_count, created_at, updated_at)
  VALUES ('${account}', 'con_1', 'never_subscribed', 'never_subscribed', 0, now(), now())`

const runsOf = (account: string, count: number): string => `
  INSERT INTO flow_runs (account_id, run_id, flow_id, version, contact_id, cause, cause_key, exit_on_purchase, status, step, due_at,
    created_at, updated_at)
  SELECT '${account}', 'run_' || n, 'flo_1', 1, 'con_1', 'order_received', n::text, false, 'queued', 'first', now(), now(), now()
  FROM generate_series(1, ${count}) n`

// The second mail is due five seconds after the first was recorded.
const figuresOf = (account: string): string => `
  SELECT count(*)::int AS runs,
    round(extract(epoch FROM max(one.created_at) - min(r.created_at))::numeric, 2)::float8 AS first_seconds,
    round(extract(epoch FROM max(two.created_at) - min(r.created_at))::numeric, 2)::float8 AS all_seconds,
    percentile_disc(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM one.created_at - r.created_at)::float8) AS start_p99,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM two.created_at - one.created_at)::float8 - 5) AS late_p50,
    percentile_disc(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM two.created_at - one.created_at)::float8 - 5) AS late_p99
  FROM flow_runs r JOIN messages one ON one.account_id = r.account_id AND one.run_id = r.run_id AND one.step_id = 'first'
  JOIN messages two ON two.account_id = r.account_id AND two.run_id = r.run_id AND two.step_id = 'second'
  WHERE r.account_id = '${account}'`

const ended = async (databases: Databases, url: string) => {
  const going = `SELECT count(*)::int AS runs FROM flow_runs WHERE ended_at IS NULL`
  while (Number((await databases.query(url, going))[0]?.["runs"]) > 0) await sleep(200)
}

/**
 * Runs of a noisy account and, a second later, twenty of a quiet one: starts per second, start latency, and lateness of
 * delays. Then runs of ten steps alone: steps per second.
 */
export const benchFlows = async (databases: Databases, count: number): Promise<Record<string, unknown>> => {
  const { url } = await databases.create("flows")
  const subject = await startOurs({ port: options.port, env: { DATABASE_URL: url }, node: [] })
  try {
    await databases.query(url, [flowOf(noisy, waiting), flowOf(quiet, waiting), flowOf(long, busy)].join(";"))
    await databases.query(url, runsOf(noisy, count))
    await sleep(1_000)
    await databases.query(url, runsOf(quiet, 20))
    await ended(databases, url)
    await databases.query(url, runsOf(long, count))
    await ended(databases, url)
    const [many] = await databases.query(url, figuresOf(noisy))
    const [few] = await databases.query(url, figuresOf(quiet))
    const [tens] = await databases.query(url, figuresOf(long))
    const starts = count / Number(many?.["first_seconds"])
    const steps = (names.length * count) / Number(tens?.["all_seconds"])
    console.log(`Flows: ${count} runs of one account: ${starts.toFixed(0)} starts/s, ${steps.toFixed(0)} steps/s`)
    for (const [name, of] of Object.entries({ noisy: many, quiet: few })) {
      const late = `p50 ${of?.["late_p50"]} s, p99 ${of?.["late_p99"]} s`
      console.log(`  ${name}: first step p99 ${of?.["start_p99"]} s after its start, delays late by ${late}`)
    }
    const figures = { starts, steps, noisy: many, quiet: few }
    console.log(JSON.stringify({ flows: figures }))
    return { flows: figures }
  } finally {
    await subject.stop()
  }
}
