import { observable } from "../observable.ts"

/** Whether the last call got no response. Shows the bar that says so. */
export const serverAway = observable(false)

const retryMillis = 2_000

/** Asks the server whether it is there, and records the answer. */
export const isReachable = async (): Promise<boolean> => {
  const reachable = await fetch("/health/live", { cache: "no-store", signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false
  )
  serverAway.set(!reachable)
  return reachable
}

/** Resolves once the server is there again; asks every two seconds. */
export const untilReachable = async (): Promise<void> => {
  while (!(await isReachable())) await new Promise((resolve) => setTimeout(resolve, retryMillis))
}
