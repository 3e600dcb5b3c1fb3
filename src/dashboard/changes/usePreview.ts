import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { UndoPreview } from "../../domain/changes/BulkChange.ts"
import { call } from "../call.ts"

type Reasons = UndoPreview["reasons"]

const joined = (one: Reasons, other: Reasons): Reasons => {
  const counts = new Map(one.map(({ reason, contacts }) => [reason, contacts]))
  for (const { reason, contacts } of other) counts.set(reason, (counts.get(reason) ?? 0) + contacts)
  return [...counts].map(([reason, contacts]) => ({ reason, contacts }))
}

/** The effect that an undo would have on all contacts of a change, read part by part. `looked` counts the contacts read so far. */
export const usePreview = (account: string, id: string) => {
  const [looked, setLooked] = useState(0)
  const preview = useQuery({
    queryKey: ["changes", account, id, "preview"],
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      const sum = { contacts: 0, undone: 0, kept: 0 }
      let reasons: Reasons = []
      let cursor: string | null | undefined
      while (cursor !== null && !signal.aborted) {
        const query = cursor === undefined ? {} : { cursor }
        const { dry_run } = await call((api) =>
          api.bulkChanges.undo({ params: { account, id }, headers: { prefer: "dry-run" }, query })
        )
        sum.contacts += dry_run?.contacts ?? 0
        sum.undone += dry_run?.undone ?? 0
        sum.kept += dry_run?.kept ?? 0
        reasons = joined(reasons, dry_run?.reasons ?? [])
        setLooked(sum.contacts)
        cursor = dry_run?.next_cursor ?? null
      }
      return { ...sum, reasons }
    }
  })
  return { preview, looked }
}
