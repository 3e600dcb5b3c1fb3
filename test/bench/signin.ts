import { Connection } from "./connection.ts"
import type { Databases } from "./databases.ts"
import { median, quantile, table } from "./figures.ts"
import { options } from "./options.ts"
import { startOurs } from "./subjects.ts"

const pairs = 100

// Any well-formed hash suffices, since no password is right.
const insertUser = `INSERT INTO users (user_id, email, email_key, password_hash, operator, created_at)
  SELECT 'usr_' || lpad(n::text, 26, '0'), 'known' || n || '@example.com', 'known' || n || '@example.com',
    'scrypt$15$8$1$' || repeat('A', 22) || '$' || repeat('A', 43), false, now()
  FROM generate_series(0, ${pairs - 1}) n`

// Every attempt has another e-mail and client address, so that none is throttled.
const attempt = (email: string, address: string): string => {
  const body = JSON.stringify({ email, password: "wrong, as everybody's" })
  return (
    `POST /dashboard/api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${address}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  )
}

/** Whether the time of a refused sign-in reveals known e-mails: unknown and known ones alternating, by one caller. */
export const benchSignIn = async (databases: Databases): Promise<Record<string, unknown>> => {
  const { url } = await databases.create("signin")
  await databases.query(url, insertUser)
  const subject = await startOurs({ port: options.port, env: { DATABASE_URL: url, TRUST_PROXY: "127.0.0.1" } })
  try {
    const connection = await Connection.open(subject.port)
    const times: Record<"unknown" | "known", Array<number>> = { unknown: [], known: [] }
    for (let at = 0; at < pairs; at++) {
      // The second of a pair finds warm caches, so each is first equally often.
      for (const name of at % 2 === 0 ? (["unknown", "known"] as const) : (["known", "unknown"] as const)) {
        const address = `10.${name === "known" ? 1 : 2}.0.${at + 1}`
        const from = performance.now()
        const status = await new Promise<number>((resolve) => {
          connection.call(attempt(`${name}${at}@example.com`, address), resolve)
        })
        if (status !== 401) throw new Error(`A wrong password was answered by ${status}`)
        times[name].push(performance.now() - from)
      }
    }
    connection.close()
    const sorted = Object.entries(times).map(([name, of]) => [name, of.toSorted((a, b) => a - b)] as const)
    const ratio = median(times.unknown) / median(times.known)
    console.log(`\nSign-in with a wrong password, ${pairs} e-mails each: p50 unknown ÷ known ${ratio.toFixed(3)}`)
    table(
      ["e-mail", "p10 ms", "p50 ms", "p90 ms"],
      sorted.map(([name, of]) => [name, ...[0.1, 0.5, 0.9].map((q) => quantile(of, q).toFixed(2))])
    )
    const figures = { unknown: median(times.unknown), known: median(times.known), ratio }
    console.log(JSON.stringify({ signin: figures }))
    return { signin: figures }
  } finally {
    await subject.stop()
  }
}
