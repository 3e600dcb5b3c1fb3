import { Effect, Random } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { turnedAway } from "../telemetry/turnedAway.ts"
import { finishedBusy, requestIdOf } from "./Answer.ts"
import { FailureLog } from "./FailureLog.ts"
import { mostInFlight } from "./InFlight.ts"
import { RefusalPace } from "./RefusalPace.ts"
import { tokenForm } from "./tokenForm.ts"

// What can't be a token is all one.
const impossible = ""

const tokenOf = ({ headers, url = "" }: IncomingMessage): string | undefined => {
  const token = /^bearer +(.*)$/i.exec(headers.authorization ?? "")?.[1]
  if (token === undefined || url.startsWith("/health/")) return undefined
  return tokenForm.test(token) ? token : impossible
}

const mostUnread = 1024 * 1024

/**
 * Turns a call away whose bearer token has as many under way as a token may, before anything else is done for it: where ten
 * times as many come as there are places for, all others wait for what a refusal costs. A call is under way until its answer
 * has left.
 */
export const tokenDoor = Effect.gen(function* () {
  const { beyondPlaces } = yield* RefusalPace
  const failures = yield* FailureLog
  const random = yield* Random.Random
  const count = turnedAway("token")
  const underWay = new Map<string, { calls: number; isLimited: boolean }>()
  const connections = new WeakMap<Socket, Set<() => void>>()

  // A connection that breaks does not tell of answers that stand behind others on it.
  const releasesOf = (socket: Socket): Set<() => void> => {
    const known = connections.get(socket)
    if (known !== undefined) return known
    const releases = new Set<() => void>()
    connections.set(socket, releases)
    socket.once("close", () => releases.forEach((release) => release()))
    return releases
  }

  const enter = (token: string, request: IncomingMessage, response: ServerResponse) => {
    const of = underWay.get(token) ?? { calls: 0, isLimited: false }
    of.calls++
    underWay.set(token, of)
    const releases = releasesOf(request.socket)
    const release = () => {
      if (!releases.delete(release)) return
      of.calls--
      // An answer that nobody waited for, or of a fault, says nothing of limits.
      if (response.writableEnded && response.statusCode < 500)
        of.isLimited = response.statusCode === 429 && token !== impossible
      if (of.calls === 0) underWay.delete(token)
    }
    releases.add(release)
    response.once("close", release)
  }

  const refuse = (request: IncomingMessage, response: ServerResponse) => {
    if (response.destroyed) return
    const { method = "", url = "", headers: asked } = request
    const given = asked["x-request-id"]
    const requestId = requestIdOf(typeof given === "string" ? given : undefined, random)
    const { status, headers, body } = finishedBusy(url.split("?", 1)[0] ?? "", requestId)
    failures.note({ method, status, requestId })
    // A body that was announced may never come, or never end: what comes next would be taken for it.
    const ends = asked.expect !== undefined || !isSoonRead(request) ? { Connection: "close" } : {}
    response.writeHead(status, { ...headers, ...ends }).end(body)
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const token = tokenOf(request)
    if (token === undefined) return false
    const { calls = 0, isLimited = false } = underWay.get(token) ?? {}
    if (calls < (isLimited ? mostInFlight.limited : mostInFlight.account)) {
      enter(token, request, response)
      return false
    }
    count()
    // What is not read is held in memory.
    if (isSoonRead(request)) request.resume()
    beyondPlaces(token, () => refuse(request, response))
    return true
  }
})

const isSoonRead = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= mostUnread
