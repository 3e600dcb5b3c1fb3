import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { Advance } from "../../domain/accounts/TestClock.ts"
import { NotFound } from "../../domain/Errors.ts"
import { durationMillis } from "../../domain/flows/FlowDuration.ts"
import { invalid } from "../../domain/ValidationIssue.ts"
import { AdvanceTestClock } from "../../programs/accounts/AdvanceTestClock.ts"
import { TestClocks } from "../../store/accounts/TestClocks.ts"
import { payload } from "../server/payload.ts"

const readAdvance = payload(Advance)
const notMarkable = invalid("", "Only a subaccount without contacts can become a test account")

export const TestClockHandlers = HttpApiBuilder.group(
  DashboardApi,
  "testClock",
  Effect.fnUntraced(function* (handlers) {
    const clocks = yield* TestClocks
    const { advance } = yield* AdvanceTestClock
    return handlers
      .handle(
        "read",
        Effect.fnUntraced(function* () {
          return { data: (yield* clocks.read((yield* ActingAccount).id)) ?? (yield* new NotFound()) }
        })
      )
      .handle(
        "mark",
        Effect.fnUntraced(function* () {
          return { data: (yield* clocks.mark((yield* ActingAccount).id)) ?? (yield* notMarkable) }
        })
      )
      .handleRaw(
        "advance",
        Effect.fnUntraced(function* ({ request }) {
          const { id: account } = yield* ActingAccount
          const input = yield* readAdvance(request)
          return { data: yield* advance(account, durationMillis(input.advance)) }
        })
      )
  })
)
