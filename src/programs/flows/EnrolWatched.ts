import { Context, Effect, Layer } from "effect"
import { RestockRequests } from "../../store/products/RestockRequests.ts"
import { SegmentEntries } from "../../store/flows/SegmentEntries.ts"
import { type EnrolAbsentContacts, makeEnrolAbsentContacts } from "./EnrolAbsentContacts.ts"
import { type EnrolAbandonedCarts, makeEnrolAbandonedCarts } from "./EnrolAbandonedCarts.ts"
import { type EnrolByViews, makeEnrolByViews } from "./EnrolByViews.ts"
import { type EnrolByDates, makeEnrolByDates } from "./EnrolByDates.ts"
import { type EnrolByProducts, makeEnrolByProducts } from "./EnrolByProducts.ts"
import { type EnrolSegmentEntries, makeEnrolSegmentEntries } from "./EnrolSegmentEntries.ts"
import { TouchedContacts } from "./TouchedContacts.ts"

/** Starts flows that no call starts, each by what it looks for: absences, carts that were left, views, dates, changes of products and entries into segments. */
export class EnrolWatched extends Context.Service<
  EnrolWatched,
  {
    readonly absence: EnrolAbsentContacts
    readonly carts: EnrolAbandonedCarts
    readonly views: EnrolByViews
    readonly dates: EnrolByDates
    readonly products: EnrolByProducts
    readonly segments: EnrolSegmentEntries
  }
>()("tally/programs/flows/EnrolWatched") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      return EnrolWatched.of({
        absence: yield* makeEnrolAbsentContacts,
        carts: yield* makeEnrolAbandonedCarts,
        views: yield* makeEnrolByViews,
        dates: yield* makeEnrolByDates,
        products: yield* makeEnrolByProducts,
        segments: yield* makeEnrolSegmentEntries
      })
    })
  ).pipe(Layer.provide([RestockRequests.layer, SegmentEntries.layer, TouchedContacts.layer]))
}
