import { Effect } from "effect"
import { pictureOf } from "../../samples/pictures.ts"
import { type Desk, idOf } from "./desk.ts"
import type { Request } from "./request.ts"

/** The media library, but for its reads. */
export const mediaCalls = ({ about, call }: Desk): ReadonlyArray<Request> => {
  const path = "/accounts/:account/media"
  const kept = (account: string, n: number) =>
    Effect.map(call("POST", `/accounts/${account}/media`, pictureOf(n)), idOf)
  return [about(`POST ${path}`, { body: pictureOf }), about(`DELETE ${path}/:id`, { thing: kept })]
}
