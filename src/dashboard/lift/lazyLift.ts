import { lazy } from "react"

/** `LiftResult`, loaded where there is a result to show. */
export const LazyLiftResult = lazy(() => import("./LiftResult.tsx").then((module) => ({ default: module.LiftResult })))

/** `FlowHoldout`, loaded when its tab is opened. */
export const LazyFlowHoldout = lazy(() =>
  import("./FlowHoldout.tsx").then((module) => ({ default: module.FlowHoldout }))
)
