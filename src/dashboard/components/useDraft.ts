import { useEffect, useState } from "react"
import { useAccount } from "../accounts/useAccount.ts"
import { isSameInput, type KeptDrafts, onSaved } from "./keptDrafts.ts"

/**
 * The input of a form, begun with the saved values, or with the draft that was kept when the form was left. `id` tells
 * forms of one account apart. `KeptDraft` tells of a draft that was kept.
 */
export const useDraft = <A extends object>(drafts: KeptDrafts<A>, saved: A, id = "") => {
  const account = useAccount()
  const key = `${account} ${id}`
  const [kept] = useState(() => drafts.get(key))
  const [base, setBase] = useState(saved)
  const [form, setForm] = useState(() => (kept === undefined ? saved : onSaved(kept, saved)))
  const [isKept, setKept] = useState(kept !== undefined)
  const isUnsaved = !isSameInput(form, base)
  useEffect(() => drafts.keep(key, isUnsaved ? { draft: form, base } : undefined), [drafts, key, isUnsaved, form, base])
  /** Goes on with values that are saved. Changes made after `sent` was sent stay, as input that is not saved. */
  const settle = (values: A, sent?: A) => {
    const next = (draft: A): A => (sent === undefined ? values : onSaved({ draft, base: sent }, values))
    // The form may have been left meanwhile.
    const left = next(drafts.get(key)?.draft ?? sent ?? values)
    drafts.keep(key, isSameInput(left, values) ? undefined : { draft: left, base: values })
    setBase(values)
    setForm(next)
    setKept(false)
  }
  return { form, setForm, settle, isUnsaved, isKept: isKept && isUnsaved, discard: () => settle(base) }
}
