/** Input that is not saved, and the saved values that it is based on. */
export interface KeptDraft<Draft, Base = Draft> {
  readonly draft: Draft
  readonly base: Base
}

/** The unsaved input of a form by key. Passwords, tokens and other secrets are never part of it. */
export interface KeptDrafts<Draft, Base = Draft> {
  readonly get: (key: string) => KeptDraft<Draft, Base> | undefined
  /** Keeps the input; undefined removes it. */
  readonly keep: (key: string, kept: KeptDraft<Draft, Base> | undefined) => void
}

/** Drafts of a form that was left, until the page is loaded anew: by closing the tab, or by signing out. */
export const keptDrafts = <Draft, Base = Draft>(): KeptDrafts<Draft, Base> => {
  const drafts = new Map<string, KeptDraft<Draft, Base>>()
  return {
    get: (key) => drafts.get(key),
    keep: (key, kept) => {
      if (kept === undefined) drafts.delete(key)
      else drafts.set(key, kept)
    }
  }
}

/** Whether two values of a form are the same JSON. */
export const isSameInput = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The saved values with the fields that a draft changed; of the other fields, what was saved since stays. Pure. */
export const onSaved = <A extends object>({ draft, base }: KeptDraft<A>, saved: A): A => {
  const merged = { ...saved }
  for (const field in draft) if (!isSameInput(draft[field], base[field])) merged[field] = draft[field]
  return merged
}
