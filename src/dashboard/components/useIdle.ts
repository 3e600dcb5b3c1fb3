import { useEffect, useState } from "react"

// Milliseconds after which work that waits for an idle moment begins anyway.
const timeout = 1_000

/** False until the browser has had an idle moment after the first render. */
export const useIdle = (): boolean => {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    // Safari has no idle callbacks.
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(() => setIdle(true), 200)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(() => setIdle(true), { timeout })
    return () => cancelIdleCallback(request)
  }, [])
  return idle
}
