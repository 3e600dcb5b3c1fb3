import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { AudienceDraft, type CampaignsGroup } from "../../api/Campaigns.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { CampaignBacktestInput } from "../../domain/backtests/CampaignBacktest.ts"
import { EditCampaigns } from "../../programs/campaigns/EditCampaigns.ts"
import { CheckLinks } from "../../programs/campaigns/CheckLinks.ts"
import { ReviewCampaigns } from "../../programs/campaigns/ReviewCampaigns.ts"
import { ReadReports } from "../../programs/reports/ReadReports.ts"
import { readCampaign, readCampaignChange } from "./campaignBodies.ts"
import { accountId } from "./accountId.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { contactPageResponse } from "./contactResponses.ts"
import { payload } from "../server/payload.ts"
import { Backtests } from "../../programs/backtests/Backtests.ts"

const readAudience = payload(AudienceDraft)
const readBacktest = payload(CampaignBacktestInput)

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof CampaignsGroup>) {
  const editor = yield* EditCampaigns
  const reviews = yield* ReviewCampaigns
  const links = yield* CheckLinks
  const lifts = yield* ReadReports
  const backtests = (yield* Backtests).campaigns
  return handlers
    .handle("list", ({ query }) => Effect.flatMap(CallingAccount, ({ account_id }) => editor.list(account_id, query)))
    .handleRaw(
      "create",
      Effect.fnUntraced(function* ({ request }) {
        const input = yield* readCampaign(request)
        return { data: yield* editor.create((yield* CallingAccount).account_id, input) }
      })
    )
    .handleRaw(
      "countAudience",
      Effect.fnUntraced(function* ({ request }) {
        const draft = yield* readAudience(request)
        return { data: yield* reviews.countAudience((yield* CallingAccount).account_id, draft) }
      })
    )
    .handleRaw(
      "backtest",
      Effect.fnUntraced(function* ({ request }) {
        const input = yield* readBacktest(request)
        return { data: yield* backtests.part((yield* CallingAccount).account_id, input) }
      })
    )
    .handle(
      "get",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* editor.read(yield* accountId, params.id) }
      })
    )
    .handleRaw(
      "update",
      Effect.fnUntraced(function* ({ request, params }) {
        const change = yield* readCampaignChange(request)
        return { data: yield* editor.change(yield* accountId, params.id, change) }
      })
    )
    .handle(
      "review",
      Effect.fnUntraced(function* ({ params }) {
        const { review } = yield* reviews.review(yield* accountId, params.id)
        return { data: review }
      })
    )
    .handleRaw(
      "reviewContacts",
      Effect.fnUntraced(function* ({ params, query }) {
        return contactPageResponse(yield* reviews.contacts(yield* accountId, params.id, query.rule ?? null, query))
      })
    )
    .handle(
      "remove",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* editor.remove(yield* accountId, params.id) }
      })
    )
    .handle(
      "checkLinks",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* links.check(yield* accountId, params.id) }
      })
    )
    .handle(
      "schedule",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* editor.schedule(yield* accountId, params.id) }
      })
    )
    .handle(
      "unschedule",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* editor.unschedule(yield* accountId, params.id) }
      })
    )
    .handle(
      "pause",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* editor.pause(yield* accountId, params.id) }
      })
    )
    .handle(
      "resume",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* editor.resume(yield* accountId, params.id) }
      })
    )
    .handle(
      "cancel",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* editor.cancel(yield* accountId, params.id) }
      })
    )
    .handle("lift", ({ params }) =>
      Effect.flatMap(accountId, (id) => Effect.map(lifts.liftOfCampaign(id, params.id), (data) => ({ data })))
    )
    .handle(
      "results",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* editor.results(yield* accountId, params.id) }
      })
    )
})

export const CampaignsHandlers = HttpApiBuilder.group(Api, "campaigns", build)
export const DashboardCampaignsHandlers = HttpApiBuilder.group(DashboardApi, "campaigns", build)
