import { Cause } from "effect"

/** One line for the operator. A defect is a bug and shows its stack. */
export const failureMessage = (reason: Cause.Reason<unknown>): string => {
  if (Cause.isInterruptReason(reason)) return ""
  const error = Cause.isFailReason(reason) ? reason.error : reason.defect
  if (!(error instanceof Error)) return "The service can't start\n"
  if (Cause.isDieReason(reason)) return `${error.stack ?? error.message}\n`
  const fallback = error.cause instanceof Error ? error.cause.message : error.name
  return `${error.message === "" ? fallback : error.message}\n`
}
