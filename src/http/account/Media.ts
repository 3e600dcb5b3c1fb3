import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import type { MediaGroup } from "../../api/Media.ts"
import { mediaLimits } from "../../domain/media/Media.ts"
import { EditMedia } from "../../programs/media/EditMedia.ts"
import { readPicture } from "../server/Body.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { accountId } from "./accountId.ts"

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof MediaGroup>) {
  const editor = yield* EditMedia
  return handlers
    .handle("list", ({ query }) => Effect.flatMap(accountId, (id) => editor.list(id, query)))
    .handleRaw(
      "upload",
      Effect.fnUntraced(function* ({ request, query: { name = "Picture" } }) {
        const bytes = yield* readPicture(request, mediaLimits.bytes)
        return { data: yield* editor.upload(yield* accountId, { name, bytes }) }
      })
    )
    .handle(
      "get",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* editor.read(yield* accountId, params.id) }
      })
    )
    .handle(
      "remove",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* editor.remove(yield* accountId, params.id) }
      })
    )
})

export const MediaHandlers = HttpApiBuilder.group(Api, "media", build)
export const DashboardMediaHandlers = HttpApiBuilder.group(DashboardApi, "media", build)
