import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount, CurrentUser } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { Forbidden } from "../../domain/accounts/SignIn.ts"
import { Advance } from "../../domain/accounts/TestClock.ts"
import { NotFound } from "../../domain/Errors.ts"
import { durationMillis } from "../../domain/flows/FlowDuration.ts"
import { invalid } from "../../domain/ValidationIssue.ts"
import { AdvanceTestClock } from "../../programs/accounts/AdvanceTestClock.ts"
import { TestClocks } from "../../store/accounts/TestClocks.ts"
import { payload } from "./payload.ts"

const readAdvance = payload(Advance)
const operatorOnly = new Forbidden({ message: "Only the operator may do this" })
const notMarkable = invalid("", "Only a subaccount without contacts can become a test account")

export const TestClockHandlers = HttpApiBuilder.group(
  DashboardApi,
  "testClock",
  Effect.fnUntraced(function* (handlers) {
    const clocks = yield* TestClocks
    const { advance } = yield* AdvanceTestClock
    const accountOfOperator = Effect.gen(function* () {
      if (!(yield* CurrentUser).operator) return yield* operatorOnly
      return (yield* ActingAccount).id
    })
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
          return { data: (yield* clocks.mark(yield* accountOfOperator)) ?? (yield* notMarkable) }
        })
      )
      .handleRaw(
        "advance",
        Effect.fnUntraced(function* ({ request }) {
          const account = yield* accountOfOperator
          const input = yield* readAdvance(request)
          return { data: yield* advance(account, durationMillis(input.advance)) }
        })
      )
  })
)
