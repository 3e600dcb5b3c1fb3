import type { Vitest } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import type { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { connect } from "node:net"
import { ReportsLayer } from "../../../src/http/server/Reports.ts"
import { ListeningLayer } from "../../../src/Server.ts"
import { contractViolation } from "./conforms.ts"
import { onBoth, type Settings, settingsLayer } from "../database/databases.ts"
import { freePort } from "../database/postgres.ts"

/** An answer as it came over the wire. */
export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; undefined when it is none. The one untyped value: tests compare what they reach into. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any
}

/** What becomes of requests on their way out, for who wants others sent than a test's support makes. */
export const Outgoing = Context.Reference<(init: RequestInit) => RequestInit>("tally/test/Outgoing", {
  defaultValue: () => (init) => init
})

/** Sends a request and reads the whole answer, which must be one that the contract allows. A lost one fails after a minute instead of hanging the run. */
export const send = (url: string, init: RequestInit = {}): Effect.Effect<ApiResponse> =>
  Effect.flatMap(Outgoing, (outgoing) =>
    Effect.promise(async (signal) => {
      const until = AbortSignal.any([signal, AbortSignal.timeout(60_000)])
      const response = await fetch(url, { ...outgoing(init), signal: until })
      const text = await response.text()
      const answer = { status: response.status, headers: response.headers, text, json: parsed(text) }
      const method = init.method ?? "GET"
      const issue = contractViolation(method, url, answer)
      if (issue !== undefined) throw new Error(`${method} ${url} answered ${response.status}: ${issue}`)
      return answer
    })
  )

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An order, a body as it stands (text), or its members. */
export const post = (
  url: string,
  token: string | null,
  body: unknown,
  headers: Record<string, string> = {}
): Effect.Effect<ApiResponse> =>
  send(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers
    },
    body: typeof body === "string" ? body : JSON.stringify(body)
  })

/** A header that makes the caller one of a new address, whose budget nobody has drawn from. */
export const newClientAddress = (): Record<string, string> => ({
  "x-forwarded-for": Array.from(randomBytes(4), (byte) => byte % 200).join(".")
})

/** What comes back for these very bytes, until the server closes the connection or has answered. */
export const sendRaw = (origin: string, ...parts: ReadonlyArray<string | Uint8Array>): Effect.Effect<string> =>
  Effect.promise(
    () =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => {
          for (const part of parts) socket.write(part)
        })
        let text = ""
        socket.setTimeout(60_000, () => socket.destroy(new Error(`No answer but ${text}`)))
        socket.on("data", (chunk: Buffer) => {
          text += chunk.toString()
          const length = /\r\ncontent-length: (\d+)\r\n/i.exec(text)?.[1]
          const start = text.indexOf("\r\n\r\n") + 4
          if (length !== undefined && start > 3 && Buffer.byteLength(text.slice(start)) >= Number(length)) socket.end()
        })
        socket.on("error", reject)
        socket.on("close", () => resolve(text))
      })
  )

/** The origin of the server of this suite. */
export class Origin extends Context.Service<Origin, string>()("tally/test/Origin") {}

/** The whole API on a free port, over whatever database is provided. */
export const originLayer = (settings: Settings = {}) =>
  Layer.effect(
    Origin,
    Effect.map(HttpServer.HttpServer, ({ address }) => HttpServer.formatAddress(address))
  ).pipe(
    Layer.provide(ListeningLayer),
    Layer.provide(ReportsLayer),
    Layer.provide(
      Layer.unwrap(
        Effect.map(Effect.promise(freePort), (port) =>
          settingsLayer({ PORT: String(port), ENCRYPTION_KEY: "ab".repeat(32), TRUST_PROXY: "127.0.0.1", ...settings })
        )
      )
    )
  )

export const OriginLayer = originLayer()

/** The same suite over a socket on the embedded database and on PostgreSQL, on the live clock. */
export const onBothOverSocket = (
  name: string,
  suite: (it: Vitest.MethodsNonLive<Origin | SqlClient.SqlClient>) => void
): void => onBoth(name, OriginLayer, suite, { excludeTestServices: true })
