import { Layer } from "effect"
import { FlowDispatcher } from "../../src/flows/FlowDispatcher.ts"
import { RunQueue } from "../../src/flows/RunQueue.ts"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { Definitions } from "../../src/store/flows/FlowDefinitions.ts"
import { Enrolments } from "../../src/store/flows/Enrolments.ts"
import { Orders } from "../../src/store/orders/Orders.ts"
import { SuppressionList } from "../../src/store/contacts/SuppressionList.ts"

/** PlaceOrders with its stores, on the provided database. */
export const PlacingLayer = PlaceOrders.layer.pipe(
  Layer.provideMerge(Orders.layer),
  Layer.provide(FlowDispatcher.layer),
  Layer.provide(SuppressionList.layerMemory),
  Layer.provide([Enrolments.layer, RunQueue.layer]),
  Layer.provide(Definitions.layer)
)
