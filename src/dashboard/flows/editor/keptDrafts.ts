import type { Flow } from "../../../domain/flows/Flow.ts"

/** The unsaved changes of a flow, and the version that they are based on. */
interface KeptDraft {
  readonly draft: Pick<Flow, "name" | "definition">
  readonly base: Pick<Flow, "name" | "definition" | "version">
}

const drafts = new Map<string, KeptDraft>()
const keyOf = (account: string, flow: string) => `${account} ${flow}`

/** The unsaved changes of a flow that was left, until the page is loaded anew: by closing the tab, or by signing out. */
export const keptDraft = (account: string, flow: string): KeptDraft | undefined => drafts.get(keyOf(account, flow))

/** Keeps the unsaved changes of a flow; undefined removes them. */
export const keepDraft = (account: string, flow: string, draft: KeptDraft | undefined): void => {
  if (draft === undefined) drafts.delete(keyOf(account, flow))
  else drafts.set(keyOf(account, flow), draft)
}
