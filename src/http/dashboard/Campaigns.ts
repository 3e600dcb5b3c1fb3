import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount } from "../../api/dashboard/Access.ts"
import { AudienceDraft } from "../../api/dashboard/Campaigns.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { EditCampaigns } from "../../programs/campaigns/EditCampaigns.ts"
import { ReviewCampaigns } from "../../programs/campaigns/ReviewCampaigns.ts"
import { readCampaign, readCampaignChange } from "../public/campaignBodies.ts"
import { contactPageResponse } from "../public/contactResponses.ts"
import { payload } from "./payload.ts"

const readAudience = payload(AudienceDraft)

export const DashboardCampaignsHandlers = HttpApiBuilder.group(
  DashboardApi,
  "campaigns",
  Effect.fnUntraced(function* (handlers) {
    const editor = yield* EditCampaigns
    const reviews = yield* ReviewCampaigns
    return handlers
      .handle("list", ({ query }) =>
        Effect.flatMap(ActingAccount, ({ id: account_id }) => editor.list(account_id, query))
      )
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request }) {
          const input = yield* readCampaign(request)
          return { data: yield* editor.create((yield* ActingAccount).id, input) }
        })
      )
      .handleRaw(
        "countAudience",
        Effect.fnUntraced(function* ({ request }) {
          const draft = yield* readAudience(request)
          return { data: yield* reviews.countAudience((yield* ActingAccount).id, draft) }
        })
      )
      .handle(
        "read",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.read((yield* ActingAccount).id, params.id) }
        })
      )
      .handleRaw(
        "change",
        Effect.fnUntraced(function* ({ request, params }) {
          const change = yield* readCampaignChange(request)
          return { data: yield* editor.change((yield* ActingAccount).id, params.id, change) }
        })
      )
      .handle(
        "review",
        Effect.fnUntraced(function* ({ params }) {
          const { review } = yield* reviews.review((yield* ActingAccount).id, params.id)
          return { data: review }
        })
      )
      .handleRaw(
        "reviewContacts",
        Effect.fnUntraced(function* ({ params, query }) {
          return contactPageResponse(
            yield* reviews.contacts((yield* ActingAccount).id, params.id, query.rule ?? null, query)
          )
        })
      )
      .handle(
        "remove",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.remove((yield* ActingAccount).id, params.id) }
        })
      )
      .handle(
        "schedule",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.schedule((yield* ActingAccount).id, params.id) }
        })
      )
      .handle(
        "unschedule",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.unschedule((yield* ActingAccount).id, params.id) }
        })
      )
      .handle(
        "pause",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.pause((yield* ActingAccount).id, params.id) }
        })
      )
      .handle(
        "resume",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.resume((yield* ActingAccount).id, params.id) }
        })
      )
      .handle(
        "cancel",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.cancel((yield* ActingAccount).id, params.id) }
        })
      )
      .handle(
        "results",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.results((yield* ActingAccount).id, params.id) }
        })
      )
  })
)
