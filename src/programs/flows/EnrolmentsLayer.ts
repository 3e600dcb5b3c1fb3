import { Effect, Layer } from "effect"
import { EnrolAbsentContacts } from "./EnrolAbsentContacts.ts"
import { EnrolAbandonedCarts } from "./EnrolAbandonedCarts.ts"
import { EnrolByDates } from "./EnrolByDates.ts"
import { EnrolSegmentEntries } from "./EnrolSegmentEntries.ts"
import { TouchedContacts } from "./TouchedContacts.ts"
import { repeatEnrolment } from "./repeatEnrolment.ts"
import { FlowDefinitions } from "../../store/flows/FlowDefinitions.ts"

/** Starts flows that no call starts: those of absences, carts that were left, dates and entries into segments. */
export const EnrolmentsLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const absent = yield* EnrolAbsentContacts
    const carts = yield* EnrolAbandonedCarts
    const dates = yield* EnrolByDates
    const entries = yield* EnrolSegmentEntries
    const touched = yield* TouchedContacts
    yield* repeatEnrolment(absent.enrol, "Absent contacts could not be enrolled")
    yield* repeatEnrolment(carts.enrol, "Contacts could not be enrolled by their carts")
    yield* repeatEnrolment(dates.enrol, "Contacts could not be enrolled by their dates")
    yield* repeatEnrolment(entries.enrol, "Contacts could not be enrolled by their segments")
    // Writes of half a second share a look.
    const afterWrites = touched.wait.pipe(
      Effect.andThen(Effect.sleep("500 millis")),
      Effect.andThen(entries.enrolTouched),
      Effect.andThen(entries.enrol)
    )
    yield* repeatEnrolment(
      afterWrites,
      "Contacts that were written to could not be enrolled by their segments",
      "0 seconds"
    )
  })
).pipe(
  Layer.provide([
    EnrolAbsentContacts.layer,
    EnrolAbandonedCarts.layer,
    EnrolByDates.layer,
    EnrolSegmentEntries.layer,
    TouchedContacts.layer
  ]),
  Layer.provide(FlowDefinitions.layer)
)
