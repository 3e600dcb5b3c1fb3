import { useState } from "react"

/** Where a reader of a list stands: the cursor of the page shown, none for the first. */
export const useCursor = () => {
  const [cursor, setCursor] = useState<string | undefined>(undefined)
  return {
    cursor,
    first: cursor === undefined ? undefined : () => setCursor(undefined),
    next: (following: string | null | undefined) =>
      following === null || following === undefined ? undefined : () => setCursor(following),
    reset: () => setCursor(undefined)
  }
}
