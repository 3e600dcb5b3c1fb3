import { Layer } from "effect"
import { WindowClock } from "../../../src/store/sql/databaseTime.ts"
import { Linger } from "../../../src/store/batching/GroupCommit.ts"

/** Makes database time follow the test clock, and turns lingering off. */
export const OnTestTime = Layer.merge(Layer.succeed(WindowClock, "service"), Layer.succeed(Linger, 0))
