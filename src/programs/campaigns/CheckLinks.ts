import { Clock, Context, Effect, Layer, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { htmlOf } from "../../domain/content/emailBody.ts"
import { placedContents } from "../../domain/content/placedContents.ts"
import type { WrittenEmail } from "../../domain/content/Translations.ts"
import { judgeLink, type LinkChecks, linksToCheck, maxLinkChecks } from "../../domain/campaigns/LinkCheck.ts"
import { permits } from "../../domain/capacity/bounds.ts"
import { type NotFound, RateLimited, type Unavailable } from "../../domain/Errors.ts"
import { templateLinks } from "../../outbound/email/mailFacts.ts"
import { WebhookCalls } from "../../outbound/webhooks/WebhookCalls.ts"
import { Campaigns } from "../../store/campaigns/Campaigns.ts"
import { readOnly } from "../../store/database/Transaction.ts"
import { makeTurns } from "../accounts/makeTurns.ts"

const hour = 3_600_000

/** Calls the links of campaigns, so that none is sent that leads nowhere (contract §15). */
export class CheckLinks extends Context.Service<
  CheckLinks,
  {
    /**
     * Calls the links of all variants in all their languages that lead to the web and are the same for everybody, at most 20, at public addresses only. One check of an
     * account runs at a time; this process makes at most 30 of an account in an hour.
     */
    readonly check: (
      account_id: string,
      campaign_id: string
    ) => Effect.Effect<LinkChecks, NotFound | RateLimited | Unavailable>
  }
>()("tally/programs/campaigns/CheckLinks") {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const campaigns = yield* Campaigns
      const calls = yield* WebhookCalls
      const inTurn = makeTurns(yield* Semaphore.make(permits.linkChecks), Semaphore.make(permits.linkChecksOfAccount))

      // Checks of this hour by account; those of former hours are dropped.
      const made = new Map<string, number>()
      let hourOfMade = 0
      const countCheck = Effect.fnUntraced(function* (account_id: string) {
        const now = yield* Clock.currentTimeMillis
        const current = Math.floor(now / hour)
        if (current !== hourOfMade) made.clear()
        hourOfMade = current
        const before = made.get(account_id) ?? 0
        if (before >= maxLinkChecks)
          return yield* new RateLimited({ retryAfter: Math.ceil(((current + 1) * hour - now) / 1_000) })
        made.set(account_id, before + 1)
      })

      return CheckLinks.of({
        check: Effect.fn("CheckLinks.check")(function* (account_id, campaign_id) {
          const { variants } = yield* readOnly(sql)(campaigns.read(account_id, campaign_id))
          const addresses = variants.flatMap((content) =>
            "text" in content
              ? []
              : placedContents<WrittenEmail>(content, "").flatMap(({ written }) => templateLinks(htmlOf(written)))
          )
          const { links, unchecked } = linksToCheck(addresses)
          if (links.length === 0) return { links: [], unchecked }
          yield* countCheck(account_id)
          const found = yield* inTurn(
            account_id,
            Effect.forEach(links, (url) => Effect.map(calls.look(url), (result) => judgeLink(url, result)), {
              concurrency: 5
            })
          )
          return { links: found, unchecked }
        })
      })
    })
  )

  static readonly layer = this.layerNoDeps.pipe(Layer.provide(WebhookCalls.layer))
}
