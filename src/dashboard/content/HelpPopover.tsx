import { Kbd, Popover, Table } from "@mantine/core"
import { RichTextEditor } from "@mantine/tiptap"
import * as words from "../words/content/editor.ts"

/** The keys of the editor. */
export const HelpPopover = () => (
  <Popover width={380} withinPortal position="bottom-end">
    <Popover.Target>
      <RichTextEditor.Control aria-label={words.help} title={words.help}>
        ?
      </RichTextEditor.Control>
    </Popover.Target>
    <Popover.Dropdown>
      <Table aria-label={words.help} fz="sm">
        <Table.Tbody>
          {words.keys.map(([keys, does]) => (
            <Table.Tr key={keys}>
              <Table.Td>
                <Kbd>{keys}</Kbd>
              </Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Popover.Dropdown>
  </Popover>
)
