import { setTimeout as sleep } from "node:timers/promises"
import type { Import } from "../../src/domain/imports/Import.ts"
import { importLimits } from "../../src/domain/imports/Import.ts"
import { inspectFile, layoutOf } from "../../src/domain/imports/inspectFile.ts"
import { Result } from "effect"
import type { Databases } from "./databases.ts"
import { options } from "./options.ts"
import { startOurs } from "./subjects.ts"
import { backendsOf, usageOf } from "./usage.ts"

const operator = { email: "operator@example.com", password: "correct horse" }

const header = "email,phone,first_name,last_name,email_consent,tags,City\n"

// A row in a hundred is the second of a person, as in lists that grew over years.
const row = (n: number): string => {
  const person = n % 100 === 99 ? n - 50 : n
  const phone = n % 4 === 0 ? `+1555${String(2_000_000 + n).padStart(7, "0")}` : ""
  return `person${person}@example.com,${phone},Ada,Byron ${n},${n % 3 === 0 ? "yes" : ""},"VIP,Blog",Springfield\n`
}

/** A CSV file of contacts, of which at most some parts are in memory. Needs reads in ascending order. */
const generatedFile = (count: number) => {
  let [size, made] = [Buffer.byteLength(header), 0]
  for (let n = 0; n < count; n++) size += row(n).length
  let [start, held] = [0, header]
  return {
    size,
    read: (from: number): Uint8Array => {
      held = held.slice(from - start)
      start = from
      const rows: Array<string> = [held]
      for (let length = held.length; length < importLimits.part && made < count; made++) {
        const text = row(made)
        rows.push(text)
        length += text.length
      }
      held = rows.join("")
      return Buffer.from(held.slice(0, importLimits.part))
    }
  }
}

const layout = () => {
  const inspected = inspectFile(Buffer.from(header + row(0)), "UTC")
  return layoutOf("contacts", Result.getOrThrow(inspected))
}

/** The dashboard API as the owner. */
const signIn = async (port: number) => {
  const origin = `http://127.0.0.1:${port}/dashboard/api`
  let cookie = ""
  const call = async (method: string, path: string, body?: object | Uint8Array) => {
    const bytes = body instanceof Uint8Array
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { cookie, "content-type": bytes ? "application/octet-stream" : "application/json" },
      ...(body === undefined ? {} : { body: bytes ? Buffer.from(body) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000)
    })
    cookie ||= response.headers.get("set-cookie")?.split(";")[0] ?? ""
    if (!response.ok) throw new Error(`${method} ${path} was answered by ${response.status}: ${await response.text()}`)
    return (await response.json()).data
  }
  const { accounts } = await call("POST", "/session", operator)
  return { account: String(accounts[0].id), call }
}

/**
 * The import of one CSV file of contacts by a real server, uploaded in parts: rows a second of upload and run, processor time a row, and the
 * resident memory of the server before, at most in each quarter, and after.
 */
export const benchImports = async (databases: Databases, count: number): Promise<Record<string, unknown>> => {
  const { url, name } = await databases.create("imports")
  const subject = await startOurs({
    port: options.port,
    env: { DATABASE_URL: url, OWNER_EMAIL: operator.email, OWNER_PASSWORD: operator.password },
    node: options.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${options.profile}`]
  })
  try {
    const { account, call } = await signIn(subject.port)
    const file = generatedFile(count)
    const before = usageOf([subject.pid])
    const databaseBefore = usageOf(backendsOf(name)).cpu
    const points: Array<readonly [rows: number, rss: number]> = []
    const from = performance.now()
    const created: Import = await call("POST", `/accounts/${account}/imports`, {
      kind: "contacts",
      file_name: "contacts.csv",
      file_size: file.size,
      layout: layout()
    })
    const path = `/accounts/${account}/imports/${created.id}`
    const step = (seen: Import) => {
      points.push([seen.received + seen.imported + seen.failed, usageOf([subject.pid]).rss])
      return seen
    }
    for (let at = 0; at < file.size;) at = step(await call("PUT", `${path}/file?from=${at}`, file.read(at))).uploaded
    const uploaded = performance.now()
    await call("POST", `${path}/start`)
    let seen: Import = created
    while (seen.status !== "finished") {
      await sleep(500)
      seen = step(await call("GET", path))
    }
    const ended = performance.now()
    const cpu = usageOf([subject.pid]).cpu - before.cpu
    const databaseCpu = usageOf(backendsOf(name)).cpu - databaseBefore
    const maxRss = [0, 1, 2, 3].map((quarter) =>
      Math.max(
        ...points.filter(([rows]) => Math.min(3, Math.floor((rows * 2) / count)) === quarter).map(([, rss]) => rss)
      )
    )
    const figures = {
      rows: seen.received,
      imported: seen.imported,
      failed: seen.failed,
      uploadSeconds: (uploaded - from) / 1_000,
      runSeconds: (ended - uploaded) / 1_000,
      perSecond: count / ((ended - from) / 1_000),
      cpuMs: (cpu / count) * 1_000,
      databaseCpuMs: (databaseCpu / count) * 1_000,
      rssBefore: before.rss,
      maxRss,
      rssAfter: usageOf([subject.pid]).rss
    }
    const megabytes = (each: ReadonlyArray<number>) => each.map((rss) => rss.toFixed(0)).join(", ")
    console.log(
      `\nImport: ${seen.imported} of ${count} contacts imported, ${seen.failed} failed; upload ${figures.uploadSeconds.toFixed(1)} s, run ${figures.runSeconds.toFixed(1)} s, ${figures.perSecond.toFixed(0)} rows/s in all`
    )
    console.log(
      `  a row takes ${figures.cpuMs.toFixed(2)} ms CPU of the service and ${figures.databaseCpuMs.toFixed(2)} ms of the database`
    )
    console.log(
      `  memory ${before.rss.toFixed(0)} MB before, at most ${megabytes(maxRss)} in the quarters of the way, ${figures.rssAfter.toFixed(0)} after`
    )
    return { import: figures }
  } finally {
    await subject.stop()
  }
}
