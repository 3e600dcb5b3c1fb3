/** The figures of a backtest that was run before, and what they are of. */
export interface KeptResult<Figures> {
  readonly label: string
  readonly figures: Figures
}

/** Results that are kept beside those of further runs, so that two drafts can be compared; until the page is loaded anew. */
export interface KeptResults<Figures> {
  readonly get: (key: string) => KeptResult<Figures> | undefined
  /** Keeps a result; undefined removes it. */
  readonly keep: (key: string, result: KeptResult<Figures> | undefined) => void
}

/** Keeps one result for each key. A page that is left and opened again finds it. */
export const keptResults = <Figures>(): KeptResults<Figures> => {
  const results = new Map<string, KeptResult<Figures>>()
  return {
    get: (key) => results.get(key),
    keep: (key, result) => {
      if (result === undefined) results.delete(key)
      else results.set(key, result)
    }
  }
}
