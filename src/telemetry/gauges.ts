import { Context, Metric } from "effect"

/** Updates made with it land where `Metric.update` puts them in this process. */
export const registry = Context.empty()

type Labels = Readonly<Record<string, string>>

const never = { update: () => {}, modify: () => {} }

/** A gauge that is read when somebody asks for it, and costs nothing until then. */
export const gauge = (name: string, description: string, read: () => number, attributes: Labels = {}): void => {
  const hooks = { get: () => ({ value: read() }), ...never }
  Metric.registerUnsafe(Metric.gauge(name, { description, attributes }), registry, hooks)
}

/** Like `reading`, of a number that only grows. */
export const countGauge = (name: string, description: string, read: () => number): void => {
  const hooks = { get: () => ({ count: read(), incremental: true }), ...never }
  Metric.registerUnsafe(Metric.counter(name, { description, incremental: true }), registry, hooks)
}
