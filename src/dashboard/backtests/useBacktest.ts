import { useMutation } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"

/** One part of a backtest: its figures, the number of contacts of the account (in the first part), and where the next one begins. */
export interface Part<Figures> {
  readonly figures: Figures
  readonly total: number | null
  readonly next_cursor: string | null
}

/** The figures so far, and how many contacts the account has. */
export interface Progress<Figures> {
  readonly figures: Figures
  readonly total: number
}

/** Figures that say how many contacts were looked at: the progress. */
export interface Counted {
  readonly contacts: number
}

/** Asks for one part after another until the last, or until `isStopped`; tells the figures after each. */
const runParts = async <Figures extends Counted>(
  part: (cursor: string | undefined) => Promise<Part<Figures>>,
  join: (one: Figures, other: Figures) => Figures,
  {
    onProgress,
    isStopped
  }: { readonly onProgress: (progress: Progress<Figures>) => void; readonly isStopped: () => boolean }
): Promise<void> => {
  let so_far: Progress<Figures> | undefined
  let cursor: string | undefined
  do {
    const { figures, total, next_cursor } = await part(cursor)
    so_far =
      so_far === undefined
        ? { figures, total: total ?? figures.contacts }
        : { figures: join(so_far.figures, figures), total: so_far.total }
    onProgress(so_far)
    cursor = next_cursor ?? undefined
  } while (cursor !== undefined && !isStopped())
}

/** One column of the figures: its label, and the call that gives a part of its backtest, from `cursor` on. */
export type Variant<Figures> = readonly [label: string, part: (cursor: string | undefined) => Promise<Part<Figures>>]

/** Runs variants one after the other. The parts of a backtest end with the page that asked for them. */
export const useBacktest = <Figures extends Counted>(
  variants: ReadonlyArray<Variant<Figures>>,
  join: (one: Figures, other: Figures) => Figures
) => {
  const [progress, setProgress] = useState<ReadonlyArray<readonly [string, Progress<Figures>]>>([])
  const round = useRef(0)
  useEffect(
    () => () => {
      round.current += 1
    },
    []
  )
  const run = useMutation({
    mutationFn: async () => {
      const own = (round.current += 1)
      const isStopped = () => round.current !== own
      const reached = new Map<string, Progress<Figures>>()
      setProgress([])
      for (const [label, part] of variants) {
        if (isStopped()) break
        await runParts(part, join, {
          isStopped,
          onProgress: (next) => {
            reached.set(label, next)
            if (!isStopped()) setProgress([...reached])
          }
        })
      }
    }
  })
  return {
    run,
    progress,
    stop: () => {
      round.current += 1
    },
    isCut: progress.some(([, { figures, total }]) => figures.contacts < total),
    tested: progress.map(([label, { figures }]) => ({ label, figures }))
  }
}
