import type { Backtest, BacktestInput } from "../../../domain/backtests/Backtest.ts"
import { joinBacktests } from "../../../domain/backtests/joinBacktests.ts"
import { call } from "../../call.ts"

/** The figures so far, and how many contacts the account has. */
export interface Progress {
  readonly figures: Backtest
  readonly total: number
}

/** Asks for one part after another until the last, or until `isStopped`; tells the figures after each. */
export const runBacktest = async (
  account: string,
  input: BacktestInput,
  { onProgress, isStopped }: { readonly onProgress: (progress: Progress) => void; readonly isStopped: () => boolean }
): Promise<void> => {
  let so_far: Progress | undefined
  let cursor: string | null = null
  do {
    const payload: BacktestInput = cursor === null ? input : { ...input, cursor }
    const { data } = await call((api) => api.flows.backtest({ params: { account }, payload }))
    const { total, person: _, next_cursor, ...figures } = data
    so_far =
      so_far === undefined
        ? { figures, total: total ?? figures.contacts }
        : { figures: joinBacktests(so_far.figures, figures), total: so_far.total }
    onProgress(so_far)
    cursor = next_cursor
  } while (cursor !== null && !isStopped())
}
