import { useState } from "react"

/** The paging state of a keyset list: the cursor of the page on screen, undefined for the first page. */
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
