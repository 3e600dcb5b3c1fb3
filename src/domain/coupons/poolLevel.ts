import { Schema } from "effect"

/** How full a pool is. */
export const PoolLevel = Schema.Literals(["ok", "low", "empty"]).annotate({
  description: "`low`: at most a tenth of the codes is free. `empty`: none is, and messages wait until codes are added."
})
export type PoolLevel = typeof PoolLevel.Type

/** The level of a pool by its codes. A pool without any code is empty. Pure. */
export const poolLevel = ({ total, free }: { readonly total: number; readonly free: number }): PoolLevel => {
  if (free <= 0) return "empty"
  return free * 10 <= total ? "low" : "ok"
}
