import { Layer } from "effect"
import { EnrolContacts } from "../../src/programs/flows/EnrolContacts.ts"
import { DueRunSignal } from "../../src/programs/flows/DueRunSignal.ts"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { FlowVersions } from "../../src/store/flows/FlowVersions.ts"
import { Enrolments } from "../../src/store/flows/Enrolments.ts"
import { Orders } from "../../src/store/orders/Orders.ts"
import { SuppressionList } from "../../src/store/contacts/SuppressionList.ts"

/** PlaceOrders with its stores, on the provided database. */
export const PlacingLayer = PlaceOrders.layer.pipe(
  Layer.provideMerge(Orders.layer),
  Layer.provide(EnrolContacts.layer),
  Layer.provide(SuppressionList.layerMemory),
  Layer.provide([Enrolments.layer, DueRunSignal.layer]),
  Layer.provide(FlowVersions.layer)
)
