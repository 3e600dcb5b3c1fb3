import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { Caller } from "../../api/Authorization.ts"
import { EditCampaigns } from "../../programs/campaigns/EditCampaigns.ts"
import { ReviewCampaigns } from "../../programs/campaigns/ReviewCampaigns.ts"
import { readCampaign, readCampaignChange } from "./campaignBodies.ts"
import { callerAccount } from "./callerAccount.ts"
import { contactPageResponse } from "./contactResponses.ts"

export const CampaignsHandlers = HttpApiBuilder.group(
  Api,
  "campaigns",
  Effect.fnUntraced(function* (handlers) {
    const editor = yield* EditCampaigns
    const reviews = yield* ReviewCampaigns
    return handlers
      .handle("list", ({ query }) => Effect.flatMap(Caller, ({ account_id }) => editor.list(account_id, query)))
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request }) {
          const input = yield* readCampaign(request)
          return { data: yield* editor.create((yield* Caller).account_id, input) }
        })
      )
      .handle(
        "get",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.read(yield* callerAccount(params), params.id) }
        })
      )
      .handleRaw(
        "update",
        Effect.fnUntraced(function* ({ request, params }) {
          const change = yield* readCampaignChange(request)
          return { data: yield* editor.change(yield* callerAccount(params), params.id, change) }
        })
      )
      .handle(
        "review",
        Effect.fnUntraced(function* ({ params }) {
          const { review } = yield* reviews.review(yield* callerAccount(params), params.id)
          return { data: review }
        })
      )
      .handleRaw(
        "reviewContacts",
        Effect.fnUntraced(function* ({ params, query }) {
          return contactPageResponse(
            yield* reviews.contacts(yield* callerAccount(params), params.id, query.rule ?? null, query)
          )
        })
      )
      .handle(
        "remove",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.remove(yield* callerAccount(params), params.id) }
        })
      )
      .handle(
        "schedule",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.schedule(yield* callerAccount(params), params.id) }
        })
      )
      .handle(
        "unschedule",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.unschedule(yield* callerAccount(params), params.id) }
        })
      )
      .handle(
        "pause",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.pause(yield* callerAccount(params), params.id) }
        })
      )
      .handle(
        "resume",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.resume(yield* callerAccount(params), params.id) }
        })
      )
      .handle(
        "cancel",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.cancel(yield* callerAccount(params), params.id) }
        })
      )
      .handle(
        "results",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.results(yield* callerAccount(params), params.id) }
        })
      )
  })
)
