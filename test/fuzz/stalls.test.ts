import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { requestSender } from "./sendRequest.ts"
import { build } from "./build.ts"
import { type Choices, choices } from "./choices.ts"
import { type Operation, operations } from "./contracts.ts"
import { hungMillis, type ProbedRequest, sendWithProbe, maxStallMillis, stallMillis, statusOf } from "./stallProbe.ts"
import { type Repetition, repetitions } from "./repetition.ts"
import { describeRequest } from "./requests.ts"
import { checkResponse } from "./checkResponse.ts"

const full = Number(process.env["FUZZ_COUNT"] ?? 0) >= 200_000
/** The number of randomly chosen requests, and of repetitions of one that stalled. */
const [picked, tries] = [full ? 4_000 : 100, 20]
/** Body sizes, the largest first: operations with a lower limit answer 413. */
const sizes = [1024 * 1024, 256 * 1024, 64 * 1024, 16 * 1024]

// Operations on the data of an account have one handler for both mounts (src/api/mounts.ts): a short run sends what every run does to one of them.
const ofOtherMount = (all: ReadonlyArray<Repetition>) => {
  const names = new Set(all.map(({ name }) => name))
  return ({ name }: Repetition) => {
    const other = name.replace("/dashboard/api/accounts/{account}/", "/v1/")
    return !full && other !== name && names.has(other)
  }
}

/** One of each place by chance: a body of eight languages has the same documents eight times, and so have other operations. */
const onePerPlace = (all: ReadonlyArray<Repetition>, { pick }: Choices): ReadonlyArray<Repetition> =>
  [...Map.groupBy(all, ({ place }) => place).values()].map((same) => pick(same))

const some = (all: ReadonlyArray<Repetition>, choose: Choices): ReadonlyArray<Repetition> => {
  const { pick } = choose
  const isRepeated = ofOtherMount(all)
  const isAlways = (one: Repetition) => one.always && !isRepeated(one)
  const [fixed, others] = [all.filter(isAlways), all.filter((one) => !isAlways(one))]
  return [...onePerPlace(fixed, choose), ...Array.from({ length: picked }, () => pick(others))]
}

// Provider hooks are not documented in OpenAPI.
const hookOf = (path: string, type: string, members: ReadonlyArray<string>): ReadonlyArray<Operation> => {
  const properties = Object.fromEntries(members.map((name) => [name, { type: "string" }]))
  const schema = { type: "object", properties, document: {} }
  const method = "POST"
  return operations.slice(0, 1).flatMap((operation) =>
    operations
      .flatMap(({ body }) => body?.validate ?? [])
      .slice(0, 1)
      .map((validate) => ({
        ...operation,
        name: `${method} ${path.split("/", 3).join("/")}`,
        dashboard: false,
        method,
        path,
        query: [],
        body: { type, example: undefined, schema, validate }
      }))
  )
}

describe("requests of maximum size made by repetition", () => {
  it.live(
    "delay no other caller by more than 250 ms",
    () =>
      Effect.gen(function* () {
        const seed = Number(process.env["FUZZ_SEED"] ?? (yield* Clock.currentTimeMillis) % 2 ** 32)
        const { server, world, hooks } = yield* build({ SMS_URL: "http://sid:secret@127.0.0.1:9" })
        const choose = choices(seed)
        const ofProviders = [
          ...hookOf(hooks.sms, "application/x-www-form-urlencoded", []),
          ...hookOf(hooks.email, "application/json", ["type", "email", "message_id", "permanent"])
        ]
        const requests = some(repetitions(choose, world, ofProviders), choose)
        const ask = sendWithProbe(server, requestSender(server.origin))
        const wrong: Array<string> = []
        let reported = 0
        let slowest: { readonly probe: number; readonly stall: number; readonly name: string } = {
          probe: 0,
          stall: 0,
          name: ""
        }
        const sent = Effect.fnUntraced(function* ({ sized }: Repetition) {
          let last: { readonly probed: ProbedRequest; readonly one: ReturnType<typeof sized> } | undefined
          for (const size of sizes) {
            const one = sized(size)
            last = { one, probed: yield* ask(one) }
            if (one.init.body === undefined || statusOf(last.probed.answer) !== 413) break
          }
          return last
        })
        for (const [at, repetition] of requests.entries()) {
          if (at % 1_000 === 999)
            yield* Effect.logInfo(`${at + 1} of ${requests.length} requests, ${wrong.length} wrong`)
          let stall = Number.POSITIVE_INFINITY
          let probe = Number.POSITIVE_INFINITY
          // The least of several, since other load only adds time.
          for (let tried = 0; tried < tries && stall > maxStallMillis; tried++) {
            const found = yield* sent(repetition)
            if (found === undefined) break
            const { one, probed } = found
            const issue = checkResponse(one, `${server.origin}${one.path}`, probed.answer, false)
            if (issue !== undefined)
              wrong.push(
                `${issue.violation} ${issue.because.slice(0, 300)}: ${repetition.name} ${describeRequest(one).slice(0, 200)}`
              )
            stall = Math.min(stall, stallMillis(probed))
            probe = Math.min(probe, probed.probe)
            if (probe >= hungMillis) break
          }
          if (stall > maxStallMillis) wrong.push(`stalls for ${Math.round(stall)} ms: ${repetition.name}`)
          for (const found of wrong.slice(reported)) yield* Effect.logWarning(found)
          reported = wrong.length
          if (probe >= hungMillis) break
          if (probe > slowest.probe) slowest = { probe, stall, name: repetition.name }
        }
        yield* Effect.logInfo(
          `seed ${seed}: ${requests.length} requests; slowest probe ${Math.round(slowest.probe)} ms (the process worked ${Math.round(slowest.stall)} ms), beside ${slowest.name}`
        )
        assert.deepStrictEqual(wrong.slice(0, 20), [])
        yield* server.end("SIGTERM")
      }),
    // Ends a hang alone: beside other suites the requests take minutes.
    full ? 3_600_000 : 1_500_000
  )
})
