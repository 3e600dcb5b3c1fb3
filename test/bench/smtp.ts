import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"

/** The mails that a server took, and the addresses to which they went. */
interface Taken {
  readonly mails: number
  readonly addresses: number
}

/** A mail server in a process of its own, with what it took. */
export interface Smtp {
  readonly url: string
  readonly count: () => Promise<Taken>
  readonly stop: () => void
}

export const startSmtp = async (): Promise<Smtp> => {
  const child = fork(join(import.meta.dirname, "peers/smtp.ts"))
  const count = async (): Promise<Taken> => {
    const answer = once(child, "message", { signal: AbortSignal.timeout(300_000) })
    child.send("count")
    return (await answer)[0]
  }
  const [port] = await once(child, "message", { signal: AbortSignal.timeout(10_000) })
  return { url: `smtp://127.0.0.1:${port}`, count, stop: () => child.disconnect() }
}
