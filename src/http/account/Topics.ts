import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import type { TopicsGroup } from "../../api/Topics.ts"
import { ContactTopicChoice, TopicChange, TopicInput } from "../../domain/topics/Topic.ts"
import { ChoosePreferences } from "../../programs/contacts/ChoosePreferences.ts"
import { EditTopics } from "../../programs/topics/EditTopics.ts"
import { payload } from "../server/payload.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { accountId } from "./accountId.ts"

const readInput = payload(TopicInput)
const readChange = payload(TopicChange)
const readChoice = payload(ContactTopicChoice)

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof TopicsGroup>) {
  const topics = yield* EditTopics
  const { chooseTopics: choose } = yield* ChoosePreferences
  return handlers
    .handle(
      "list",
      Effect.fnUntraced(function* () {
        return { data: yield* topics.list(yield* accountId) }
      })
    )
    .handleRaw(
      "create",
      Effect.fnUntraced(function* ({ request }) {
        const input = yield* readInput(request)
        // The topic that was just created is there in its transaction.
        const create = Effect.flatMap(accountId, (id) => topics.create(id, input))
        return { data: yield* Effect.catchTag(create, "NotFound", Effect.die) }
      })
    )
    .handle(
      "get",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* topics.read(yield* accountId, params.id) }
      })
    )
    .handleRaw(
      "change",
      Effect.fnUntraced(function* ({ request, params }) {
        const { names } = yield* readChange(request)
        return { data: yield* topics.rename(yield* accountId, params.id, names) }
      })
    )
    .handle(
      "remove",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* topics.remove(yield* accountId, params.id) }
      })
    )
    .handleRaw(
      "choose",
      Effect.fnUntraced(function* ({ request, params }) {
        const { account_id, cause, actor } = yield* CallingAccount
        const choice = yield* readChoice(request)
        const left_topics = yield* choose({ account_id, contact_id: params.id, cause, actor, choice })
        return { data: { left_topics } }
      })
    )
})

export const TopicsHandlers = HttpApiBuilder.group(Api, "topics", build)
export const DashboardTopicsHandlers = HttpApiBuilder.group(DashboardApi, "topics", build)
