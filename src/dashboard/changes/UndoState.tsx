import { Progress, Text } from "@mantine/core"
import type { BulkChange } from "../../domain/changes/BulkChange.ts"
import { Dotted } from "../components/StatusBadge.tsx"
import * as words from "../words/changes.ts"

/** Whether a change is in effect, being undone, undone, or can't be. */
export const UndoState = ({ change }: { readonly change: BulkChange }) => {
  const { action, undo, can_undo, undone, kept, contacts } = change
  if (action === "delete") return <Dotted color="gray" text={words.cantBeUndone} />
  if (undo === null) return <Dotted color="gray" text={can_undo ? words.notUndone : words.stillRunning} />
  if (undo === "finished") return <Dotted color="teal" text={words.undone} />
  return (
    <>
      <Progress value={contacts === 0 ? 100 : (100 * (undone + kept)) / contacts} aria-label={words.progress} mb={4} />
      <Text inherit role="status">
        {words.progressOf(undone + kept, contacts)}
      </Text>
    </>
  )
}
