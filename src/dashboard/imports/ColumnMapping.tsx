import { NativeSelect, ScrollArea, Table, Text } from "@mantine/core"
import type { ImportKind } from "../../domain/imports/Import.ts"
import { importTargets } from "../../domain/imports/importColumns.ts"
import type { FileRow } from "../../domain/imports/importRows.ts"

const targetOptions = (kind: ImportKind) => [
  { value: "", label: "Don't import" },
  ...importTargets[kind].map((value) => ({ value, label: value.replaceAll("_", " ").replace(".", ": ") }))
]

/** The columns of a file with sample values, and the field that each is imported into. */
export const ColumnMapping = (props: {
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
          <Table.Th>Maps to</Table.Th>
          <Table.Th>First rows</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {props.headers.map((header, columnIndex) => (
          <Table.Tr key={`${columnIndex} ${header}`}>
            <Table.Td>{header}</Table.Td>
            <Table.Td>
              <NativeSelect
                size="xs"
                aria-label={`Column ${header}`}
                data={targetOptions(props.kind)}
                value={props.targets[columnIndex] ?? ""}
                onChange={({ currentTarget }) =>
                  props.onChange(
                    props.targets.map((target, index) => (index === columnIndex ? currentTarget.value : target))
                  )
                }
              />
            </Table.Td>
            <Table.Td maw={220}>
              {props.rows.slice(0, 3).map(({ row, cells }) => (
                <Text key={row} size="xs" c="dimmed" truncate>
                  {cells[columnIndex] ?? ""}
                </Text>
              ))}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea.Autosize>
)
