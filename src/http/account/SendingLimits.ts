import { Clock, DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import type { SendingLimitsGroup } from "../../api/SendingLimits.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { NotFound } from "../../domain/Errors.ts"
import { leftOfHour } from "../../domain/messages/HourUsage.ts"
import { hourlyLimit, SendingLimitsInput } from "../../domain/messages/SendingLimits.ts"
import { ManageSender } from "../../programs/senders/ManageSender.ts"
import { SendingAllowances } from "../../store/messages/SendingAllowances.ts"
import { payload } from "../server/payload.ts"

const readInput = payload(SendingLimitsInput)

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof SendingLimitsGroup>) {
  const allowances = yield* SendingAllowances
  const { setLimits } = yield* ManageSender
  const shown = Effect.fnUntraced(function* (account_id: string) {
    const { limits, clock_offset, used } = (yield* allowances.read(account_id)) ?? (yield* new NotFound())
    const now = (yield* Clock.currentTimeMillis) + clock_offset
    const { warm_up_started_at, holdout_since } = limits
    const left = (channel: "email" | "sms") => {
      const limit = hourlyLimit(limits, channel, now)
      return limit === undefined ? null : leftOfHour(limit, used?.[channel], limit, now)
    }
    return {
      data: {
        ...limits,
        warm_up_started_at: warm_up_started_at === null ? null : DateTime.makeUnsafe(warm_up_started_at),
        holdout_since: holdout_since === null ? null : DateTime.makeUnsafe(holdout_since),
        emails_per_hour: hourlyLimit(limits, "email", now) ?? null,
        emails_left: left("email"),
        texts_left: left("sms")
      }
    }
  })
  return handlers
    .handle("get", () => Effect.flatMap(CallingAccount, ({ account_id: id }) => shown(id)))
    .handleRaw(
      "set",
      Effect.fnUntraced(function* ({ request }) {
        const { account_id: id } = yield* CallingAccount
        yield* setLimits(id, yield* readInput(request))
        return yield* shown(id)
      })
    )
})

export const SendingLimitsHandlers = HttpApiBuilder.group(Api, "sendingLimits", build)
export const DashboardSendingLimitsHandlers = HttpApiBuilder.group(DashboardApi, "sendingLimits", build)
