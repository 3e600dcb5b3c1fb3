import { lazy } from "react"

// In one file: apart, the result would share parts of the API's definition with it, which then come in more and larger files.
const views = () => import("./liftViews.ts")

/** `LiftResult`, loaded where there is a result to show. */
export const LazyLiftResult = lazy(async () => ({ default: (await views()).LiftResult }))

/** `FlowHoldout`, loaded when its tab is opened. */
export const LazyFlowHoldout = lazy(async () => ({ default: (await views()).FlowHoldout }))
