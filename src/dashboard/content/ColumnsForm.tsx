import { Button, Group, Text } from "@mantine/core"
import type { Editor } from "@tiptap/core"
import * as words from "../words/content/blocks.ts"
import { setColumnCount, writeInColumn } from "./blockCommands.ts"
import type { BlockPlace } from "./blockPlace.ts"
import { BoundedInput } from "./inputs.tsx"

/** How many columns there are, and a way into each: an empty one has nothing to click on. */
export const ColumnsForm = ({ editor, place }: { readonly editor: Editor; readonly place: BlockPlace }) => (
  <>
    <BoundedInput
      label={words.columnCount}
      min={1}
      max={4}
      value={place.node.childCount}
      onChange={(count) => setColumnCount(editor, place, count ?? place.node.childCount)}
    />
    <Text size="xs" c="dimmed">
      {words.columnsHint}
    </Text>
    <Group gap="xs">
      {Array.from({ length: place.node.childCount }, (_, at) => (
        <Button
          key={at}
          size="xs"
          variant="default"
          onClick={() => {
            writeInColumn(editor, place, at)
            editor.commands.focus()
          }}
        >
          {words.addToColumn(at + 1)}
        </Button>
      ))}
    </Group>
  </>
)
