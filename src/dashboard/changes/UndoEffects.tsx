import { Stack, Text } from "@mantine/core"
import type { BulkChange } from "../../domain/changes/BulkChange.ts"
import * as words from "../words/changes.ts"

/** Says what the undo of a change takes back, and what stays. */
export const UndoEffects = ({ change }: { readonly change: Pick<BulkChange, "kind" | "action"> }) => (
  <Stack gap={4}>
    {words.undoEffects(change).map((text) => (
      <Text key={text} size="sm" c="dimmed">
        {text}
      </Text>
    ))}
  </Stack>
)
