import { Layer } from "effect"
import { FlowDispatcher } from "../../src/flows/FlowDispatcher.ts"
import { QueuedRuns } from "../../src/flows/QueuedRuns.ts"
import { PlaceOrders } from "../../src/programs/PlaceOrders.ts"
import { Definitions } from "../../src/store/Definitions.ts"
import { FlowStarts } from "../../src/store/FlowStarts.ts"
import { Orders } from "../../src/store/Orders.ts"
import { RememberedConsents } from "../../src/store/RememberedConsents.ts"

/** The main job, and its store, on whatever database is provided. */
export const PlacingLayer = PlaceOrders.layer.pipe(
  Layer.provideMerge(Orders.layer),
  Layer.provide(FlowDispatcher.layer),
  Layer.provide(RememberedConsents.layerMemory),
  Layer.provide([FlowStarts.layer, QueuedRuns.layer]),
  Layer.provide(Definitions.layer)
)
