import { Effect } from "effect"
import { send } from "../http.ts"
import { pictureOf } from "../../samples/pictures.ts"
import { type Desk, idOf } from "./desk.ts"
import type { Request } from "./request.ts"

/** The media library, but for its reads. */
export const mediaCalls = ({ about, call, origin, part }: Desk): ReadonlyArray<Request> => {
  const path = "/accounts/:account/media"
  const kept = (account: string, n: number) =>
    Effect.map(call("POST", `/accounts/${account}/media`, pictureOf(n)), idOf)
  return [
    about(`POST ${path}`, { body: pictureOf }),
    about(`DELETE ${path}/:id`, { thing: kept }),
    {
      name: "GET /m/:account/:file",
      changesNothing: true,
      prepare: (n) =>
        Effect.flatMap(part(n), (account) =>
          Effect.map(call("POST", `/accounts/${account}/media`, pictureOf(n)), ({ json }) => ({
            account,
            id: new URL(String(json.data.url)).pathname
          }))
        ),
      ask: (_, { id }) => send(`${origin}${id}`)
    }
  ]
}
