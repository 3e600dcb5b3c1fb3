import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"

/** A mail server in a process of its own, with the number of mails that it took. */
export interface Smtp {
  readonly url: string
  readonly count: () => Promise<number>
  readonly stop: () => void
}

export const startSmtp = async (): Promise<Smtp> => {
  const child = fork(join(import.meta.dirname, "peers/smtp.ts"))
  const count = async (): Promise<number> => {
    const answer = once(child, "message", { signal: AbortSignal.timeout(10_000) })
    child.send("count")
    return Number((await answer)[0])
  }
  const [port] = await once(child, "message", { signal: AbortSignal.timeout(10_000) })
  return { url: `smtp://127.0.0.1:${port}`, count, stop: () => child.disconnect() }
}
