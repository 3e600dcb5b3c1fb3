import { Alert, Button } from "@mantine/core"
import { useBlocker } from "@tanstack/react-router"
import * as words from "../words/components.ts"

/** Tells that unsaved input was kept while its form was left, with a button that discards it. */
export const DraftKept = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <Alert color="blue" title={words.draftKept}>
    <Button size="xs" variant="default" onClick={onDiscard}>
      {words.discardDraft}
    </Button>
  </Alert>
)

/** The note on a draft that was kept. Other pages of the dashboard keep it; closing the tab, which would lose it, asks. */
export const KeptDraft = (props: {
  readonly draft: { readonly isUnsaved: boolean; readonly isKept: boolean; readonly discard: () => void }
}) => {
  const { isUnsaved, isKept, discard } = props.draft
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => isUnsaved })
  return isKept ? <DraftKept onDiscard={discard} /> : null
}
