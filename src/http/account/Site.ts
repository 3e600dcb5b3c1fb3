import { Clock, DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import type { SiteGroup } from "../../api/Site.ts"
import { SiteInput } from "../../domain/visits/Site.ts"
import { Links } from "../../outbound/templates/Links.ts"
import { siteSnippet } from "../../outbound/templates/siteLinks.ts"
import { Sites } from "../../store/visits/Sites.ts"
import { payload } from "../server/payload.ts"
import type { HandlersOf } from "./AccountGroup.ts"

const readInput = payload(SiteInput)

const timeOf = (millis: number | null) => (millis === null ? null : DateTime.makeUnsafe(millis))

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof SiteGroup>) {
  const sites = yield* Sites
  const links = yield* Links
  const shown = Effect.fnUntraced(function* ({ account_id, clock_offset }: typeof CallingAccount.Service) {
    const { origins, consent_elsewhere, heard_at, heard_origin, refused_at, refused_origin } =
      yield* sites.read(account_id)
    const last_week = yield* sites.week(account_id, (yield* Clock.currentTimeMillis) + clock_offset)
    return {
      data: {
        origins,
        consent_elsewhere,
        snippet: siteSnippet(links, account_id, consent_elsewhere),
        heard_at: timeOf(heard_at),
        heard_origin,
        refused_at: timeOf(refused_at),
        refused_origin,
        last_week
      }
    }
  })
  return handlers
    .handle("get", () => Effect.flatMap(CallingAccount, shown))
    .handleRaw(
      "set",
      Effect.fnUntraced(function* ({ request }) {
        const account = yield* CallingAccount
        yield* sites.set(account.account_id, yield* readInput(request), yield* Clock.currentTimeMillis)
        return yield* shown(account)
      })
    )
})

export const SiteHandlers = HttpApiBuilder.group(Api, "site", build)
export const DashboardSiteHandlers = HttpApiBuilder.group(DashboardApi, "site", build)
