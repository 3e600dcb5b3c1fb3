import { Effect, Layer } from "effect"
import { EngineLayer } from "./engine/Engine.ts"
import { HttpApp, HttpLayer } from "./http/HttpLayer.ts"
import { DrainOnExitLayer, Draining } from "./http/server/Draining.ts"
import { DefectReportsLayer } from "./http/server/DefectReports.ts"
import { LogLayer } from "./Log.ts"
import { OutboundLayer } from "./outbound/OutboundLayer.ts"
import { FirstRunLayer } from "./programs/accounts/FirstRun.ts"
import { BackgroundProgramsLayer, ProgramsLayer } from "./programs/Programs.ts"
import { ScenarioClock } from "./programs/scenarios/ScenarioClock.ts"
import { ScenariosLayer } from "./programs/scenarios/ScenariosLayer.ts"
import { DatabaseLayer } from "./store/database/Database.ts"
import { DatabaseUpkeepLayer } from "./store/upkeep/DatabaseUpkeep.ts"
import { Keys } from "./store/keys/Keys.ts"
import { publicUrl } from "./store/settings/PublicUrl.ts"
import { AccountStoresLayer, StoresLayer } from "./store/Stores.ts"
import { TelemetryLayer } from "./telemetry/TelemetryLayer.ts"
import { ZoneDataLayer } from "./ZoneData.ts"

/** Programs and stores, which calls and background work share. Requires `Keys` and a database. */
export const ApplicationLayer = ProgramsLayer.pipe(Layer.provideMerge(Layer.mergeAll(StoresLayer, OutboundLayer)))

/** Work that goes on without calls. */
const BackgroundLayer = Layer.mergeAll(BackgroundProgramsLayer, DatabaseUpkeepLayer)

/** The API with all that stands behind it, started in this order: each `provide` starts before the lines above it and stops after them. */
const AppLayer = HttpApp.layer.pipe(
  Layer.provideMerge(Draining.layer),
  Layer.provide(BackgroundLayer),
  Layer.provide(ApplicationLayer),
  Layer.provide(EngineLayer),
  Layer.provide(FirstRunLayer.pipe(Layer.provide(AccountStoresLayer))),
  Layer.provide(Keys.layer),
  Layer.provide(DatabaseLayer)
)

const AddressLayer = Layer.effectDiscard(
  Effect.flatMap(publicUrl, ({ href }) => Effect.logInfo("Listening", { dashboard: `${href}/dashboard` }))
)

/** The whole program: the socket listens last, when everything behind it has started, and stops listening first. */
export const ServerLayer = Layer.mergeAll(DrainOnExitLayer, AddressLayer).pipe(
  Layer.provide(HttpLayer),
  Layer.provide(AppLayer),
  Layer.provide(ZoneDataLayer),
  Layer.provide(TelemetryLayer),
  Layer.provide(DefectReportsLayer),
  Layer.provide(LogLayer)
)

/** The programs of scenarios on a database of their own, all on the clock of scenarios, without a socket and without work of its own accord. */
export const ScenarioServerLayer = ScenariosLayer.pipe(
  Layer.provide(ApplicationLayer),
  Layer.provide(Keys.layer),
  Layer.provide(DatabaseLayer),
  Layer.provide(ZoneDataLayer),
  Layer.provideMerge(ScenarioClock.layer),
  Layer.provide(LogLayer)
)
