import type { Vitest } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import type { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { connect } from "node:net"
import { HttpApp, HttpLayer } from "../../../src/http/HttpLayer.ts"
import { Draining } from "../../../src/http/server/Draining.ts"
import { DefectReportsLayer } from "../../../src/http/server/DefectReports.ts"
import { ApplicationLayer } from "../../../src/Server.ts"
import { PasswordCost } from "../../../src/store/accounts/Passwords.ts"
import { Keys } from "../../../src/store/keys/Keys.ts"
import { contractViolation } from "./conforms.ts"
import { onEither, type Settings, settingsLayer } from "../database/databases.ts"
import { freePort } from "../database/postgres.ts"

/** A received response. */
export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON, else undefined. Untyped, since tests assert on its members. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any
}

/** Rewrites outgoing requests, so that a suite can alter those made by helpers. */
export const Outgoing = Context.Reference<(init: RequestInit) => RequestInit>("tally/test/Outgoing", {
  defaultValue: () => (init) => init
})

/** Sends a request and reads the response; fails when it violates the contract, or takes longer than five minutes. */
export const send = (url: string, init: RequestInit = {}): Effect.Effect<ApiResponse> =>
  Effect.flatMap(Outgoing, (outgoing) =>
    Effect.promise(async (signal) => {
      const until = AbortSignal.any([signal, AbortSignal.timeout(300_000)])
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

/** The header of a body: bytes are a file, other values JSON. */
export const contentType = (body: unknown): Record<string, string> =>
  body === undefined
    ? {}
    : { "content-type": body instanceof Uint8Array ? "application/octet-stream" : "application/json" }

/** A body: bytes as they are, other values as JSON. */
export const encoded = (body: unknown): Pick<RequestInit, "body"> =>
  body === undefined ? {} : { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }

/** Posts a body: text as it is, other values as JSON. */
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

/** An X-Forwarded-For header with a random client address, whose rate budget is unused. */
export const newClientAddress = (): Record<string, string> => ({
  "x-forwarded-for": Array.from(randomBytes(4), (byte) => byte % 200).join(".")
})

/** Sends raw bytes; returns the response when it is complete or the server closes the connection. */
export const sendRaw = (origin: string, ...parts: ReadonlyArray<string | Uint8Array>): Effect.Effect<string> =>
  Effect.promise(
    () =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => {
          for (const part of parts) socket.write(part)
        })
        let text = ""
        socket.setTimeout(300_000, () => socket.destroy(new Error(`No answer but ${text}`)))
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

/** Hashes passwords in a thousandth of the time: suites sign in hundreds of times. */
export const CheapPasswords = Layer.succeed(PasswordCost, 5)

/** Hashes passwords as the service does, for suites in which hashes must overlap: a cheap one may end before the next begins. */
export const RealPasswords = Layer.succeed(PasswordCost, 15)

/** The whole API on a free port, on the provided database. */
export const originLayer = (settings: Settings = {}, passwords = CheapPasswords) =>
  Layer.effect(
    Origin,
    Effect.map(HttpServer.HttpServer, ({ address }) => HttpServer.formatAddress(address))
  ).pipe(
    Layer.provide(HttpLayer),
    Layer.provide(
      HttpApp.layer.pipe(Layer.provide(Draining.layer), Layer.provide(ApplicationLayer), Layer.provide(Keys.layer))
    ),
    Layer.provide(DefectReportsLayer),
    Layer.provide(passwords),
    Layer.provide(
      Layer.unwrap(
        Effect.map(Effect.promise(freePort), (port) =>
          settingsLayer({
            PORT: String(port),
            DNS_SERVERS: "127.0.0.1:9",
            ENCRYPTION_KEY: "ab".repeat(32),
            TRUST_PROXY: "127.0.0.1",
            ...settings
          })
        )
      )
    )
  )

export const OriginLayer = originLayer()

/** Runs the suite over a socket on one of the two databases, on the live clock. */
export const onEitherOverSocket = (
  name: string,
  suite: (it: Vitest.MethodsNonLive<Origin | SqlClient.SqlClient>) => void
): void => onEither(name, OriginLayer, suite, { excludeTestServices: true })
