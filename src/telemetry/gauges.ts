import { Context, Metric } from "effect"

/** The context for `updateUnsafe` and `registerUnsafe`: empty, so that they use the registry of `Metric.update`. */
export const registry = Context.empty()

type Labels = Readonly<Record<string, string>>

const readOnly = { update: () => {}, modify: () => {} }

/** Registers a gauge that calls `read` only when metrics are collected. */
export const gauge = (name: string, description: string, read: () => number, attributes: Labels = {}): void => {
  const hooks = { get: () => ({ value: read() }), ...readOnly }
  Metric.registerUnsafe(Metric.gauge(name, { description, attributes }), registry, hooks)
}

/** Registers a counter that calls `read` only when metrics are collected. `read` must never decrease. */
export const countGauge = (name: string, description: string, read: () => number): void => {
  const hooks = { get: () => ({ count: read(), incremental: true }), ...readOnly }
  Metric.registerUnsafe(Metric.counter(name, { description, incremental: true }), registry, hooks)
}
