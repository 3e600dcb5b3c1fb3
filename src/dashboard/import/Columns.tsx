import { NativeSelect, ScrollArea, Table, Text } from "@mantine/core"
import type { ImportKind } from "../../domain/imports/Import.ts"
import { importTargets } from "../../domain/imports/importColumns.ts"
import type { FileRow } from "../../domain/imports/importRows.ts"

const choices = (kind: ImportKind) => [
  { value: "", label: "Leave out" },
  ...importTargets[kind].map((value) => ({ value, label: value.replaceAll("_", " ").replace(".", ": ") }))
]

/** The columns of a file, what the first rows have in them, and what each is taken for. */
export const Columns = (props: {
  readonly kind: ImportKind
  readonly headers: ReadonlyArray<string>
  readonly targets: ReadonlyArray<string>
  readonly rows: ReadonlyArray<FileRow>
  readonly onChange: (targets: ReadonlyArray<string>) => void
}) => (
  <ScrollArea.Autosize mah={420} type="auto" viewportProps={{ tabIndex: 0, role: "region", "aria-label": "Columns" }}>
    <Table verticalSpacing="xs" miw={480} stickyHeader>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Column</Table.Th>
          <Table.Th>Is</Table.Th>
          <Table.Th>First rows</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {props.headers.map((header, at) => (
          <Table.Tr key={`${at} ${header}`}>
            <Table.Td>{header}</Table.Td>
            <Table.Td>
              <NativeSelect
                size="xs"
                aria-label={`Column ${header}`}
                data={choices(props.kind)}
                value={props.targets[at] ?? ""}
                onChange={({ currentTarget }) =>
                  props.onChange(props.targets.map((target, index) => (index === at ? currentTarget.value : target)))
                }
              />
            </Table.Td>
            <Table.Td maw={220}>
              {props.rows.slice(0, 3).map(({ row, cells }) => (
                <Text key={row} size="xs" c="dimmed" truncate>
                  {cells[at] ?? ""}
                </Text>
              ))}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea.Autosize>
)
