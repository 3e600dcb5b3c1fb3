import { isNotFound, isSignedOut, issuesOf } from "./call.ts"

/** Whether a failed query is sent again: once, unless it must fail again. */
export const retryOnce = (failures: number, error: Error): boolean =>
  failures < 1 && !isNotFound(error) && !isSignedOut(error) && issuesOf(error).length === 0
