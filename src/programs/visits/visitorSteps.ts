import { Clock, Effect, Layer } from "effect"
import { decideVisits } from "../../domain/visits/decideVisits.ts"
import type { SiteCall } from "../../domain/visits/ProductView.ts"
import { Sites } from "../../store/visits/Sites.ts"
import { Visits } from "../../store/visits/Visits.ts"

/** The stores that the steps need. */
export const VisitorStoresLayer = Layer.mergeAll(Sites.layer, Visits.layer)

/** Makes the steps of programs that learn who a visitor is. Each joins the open transaction. */
export const visitorSteps = Effect.gen(function* () {
  const sites = yield* Sites
  const visits = yield* Visits
  return {
    /** Records calls of sites: what their visitors looked at, and the contacts that they prove, whose past joins them. */
    record: Effect.fnUntraced(function* (calls: ReadonlyArray<SiteCall>) {
      if (calls.length === 0) return []
      const clocks = yield* sites.clocks(calls)
      const ofPages = calls.filter(({ origin }) => origin !== null)
      const known = ofPages.length === 0 ? [] : yield* sites.load(ofPages)
      const snapshot = { clocks, sites: known, ...(yield* visits.load(calls)) }
      const batch = decideVisits(yield* Clock.currentTimeMillis, calls, snapshot)
      yield* sites.note(batch.sites)
      yield* visits.save(batch)
      yield* visits.join(batch.joins)
      return batch.results
    })
  }
})
