import { Effect } from "effect"
import { siteKey } from "../../../../src/outbound/templates/siteLinks.ts"
import { newClientAddress, send } from "../http.ts"
import { links } from "../links.ts"
import { shopOrigin } from "../site.ts"
import type { Desk } from "./desk.ts"
import type { Request } from "./request.ts"

/** The site of an account, and what its pages report. */
export const siteCalls = ({ about, origin }: Desk): ReadonlyArray<Request> => {
  const set = about("PUT /accounts/:account/site", {
    body: () => ({ origins: [shopOrigin], consent_elsewhere: false })
  })
  const { prepare, ask } = set
  return [
    set,
    {
      name: "POST /site/:key",
      ...(prepare === undefined ? {} : { prepare: (n) => Effect.tap(prepare(n), (prepared) => ask(n, prepared)) }),
      ask: (n, { account }) =>
        send(`${origin}/site/${siteKey(links, account)}`, {
          method: "POST",
          headers: { ...newClientAddress(), origin: shopOrigin, "content-type": "text/plain;charset=UTF-8" },
          body: JSON.stringify({
            visitor: `visitor-of-call-${n}`,
            events: [{ type: "viewed", id: `view-${n}`, age: 0, product: { id: "tea", title: "Tea" } }]
          })
        })
    }
  ]
}
