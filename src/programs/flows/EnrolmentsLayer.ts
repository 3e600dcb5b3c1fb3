import { Effect, Layer } from "effect"
import { TouchedContacts } from "./TouchedContacts.ts"
import { repeatEnrolment } from "./repeatEnrolment.ts"
import type { WatchedTrigger } from "../../store/flows/checkedFlows.ts"
import { FlowVersions } from "../../store/flows/FlowVersions.ts"
import { QueueWatch } from "../../store/upkeep/QueueWatch.ts"
import { EnrolWatched } from "./EnrolWatched.ts"

/** Starts flows that no call starts: those of absences, carts that were left, products that were viewed, changes of products, dates and entries into segments. */
export const EnrolmentsLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { absence, carts, products, views, dates, segments } = yield* EnrolWatched
    const touched = yield* TouchedContacts
    const { awaitDue } = yield* QueueWatch
    // Flows of accounts with an advanced clock are always due.
    const next = (trigger: WatchedTrigger) => Effect.andThen(Effect.sleep("4 seconds"), awaitDue(trigger))
    yield* repeatEnrolment(absence.enrol, "Absent contacts could not be enrolled", next("no_order_for"))
    yield* repeatEnrolment(carts.enrol, "Contacts could not be enrolled by their carts", next("cart_abandoned"))
    yield* repeatEnrolment(products.look, "Changes of products could not be looked at", awaitDue("product_change"))
    yield* repeatEnrolment(products.enrol, "Contacts could not be enrolled by products", awaitDue("product_turn"))
    yield* repeatEnrolment(views.enrol, "Contacts could not be enrolled by their views", next("product_viewed"))
    yield* repeatEnrolment(dates.enrol, "Contacts could not be enrolled by their dates", next("date"))
    yield* repeatEnrolment(segments.enrol, "Contacts could not be enrolled by their segments", next("entered_segment"))
    // Writes of half a second share a look.
    const afterWrites = touched.wait.pipe(
      Effect.andThen(Effect.sleep("500 millis")),
      Effect.andThen(segments.enrolTouched),
      Effect.andThen(segments.enrol)
    )
    yield* repeatEnrolment(afterWrites, "Contacts that were written to could not be enrolled by their segments")
  })
).pipe(
  Layer.provide([EnrolWatched.layer, TouchedContacts.layer]),
  Layer.provide([FlowVersions.layer, QueueWatch.layer])
)
