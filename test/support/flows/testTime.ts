import { Layer } from "effect"
import { WindowClock } from "../../../src/store/admission/Admissions.ts"
import { Linger } from "../../../src/store/batching/GroupCommit.ts"

/** For a suite that holds the time: what the database's clock judges follows it, and calls don't wait for one another. */
export const OnTestTime = Layer.merge(Layer.succeed(WindowClock, "service"), Layer.succeed(Linger, 0))
