import { Layer } from "effect"
import { FlowDispatcher } from "../../src/flows/FlowDispatcher.ts"
import { QueuedRuns } from "../../src/flows/RunQueue.ts"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { Definitions } from "../../src/store/flows/FlowDefinitions.ts"
import { FlowStarts } from "../../src/store/flows/Enrolments.ts"
import { Orders } from "../../src/store/orders/Orders.ts"
import { SuppressionList } from "../../src/store/contacts/SuppressionList.ts"

/** The main job, and its store, on whatever database is provided. */
export const PlacingLayer = PlaceOrders.layer.pipe(
  Layer.provideMerge(Orders.layer),
  Layer.provide(FlowDispatcher.layer),
  Layer.provide(SuppressionList.layerMemory),
  Layer.provide([FlowStarts.layer, QueuedRuns.layer]),
  Layer.provide(Definitions.layer)
)
