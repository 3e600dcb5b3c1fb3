import { NativeSelect, ScrollArea, Table, Text } from "@mantine/core"
import { ColumnType, layoutLimits } from "../../domain/imports/FileLayout.ts"
import type { ImportKind } from "../../domain/imports/Import.ts"
import { importTargets } from "../../domain/imports/importColumns.ts"
import type { FileRow } from "../../domain/imports/importRows.ts"
import { shortened } from "../format.ts"
import * as words from "../words/imports.ts"
import classes from "./ColumnMapping.module.css"
import { nameOfColumn } from "./nameOfColumn.ts"

const targetOptions = (kind: ImportKind) => [
  { value: "", label: words.dontImport },
  ...importTargets[kind].map((value) => ({ value, label: value.replaceAll("_", " ").replace(".", ": ") }))
]

const [maxSamples, maxSampledRows] = [3, 1_000]

/** The first values of a column that differ and are not blank. */
const samplesOf = (rows: ReadonlyArray<FileRow>, column: number): ReadonlyArray<string> => {
  const samples = new Set<string>()
  for (const { cells } of rows.slice(0, maxSampledRows)) {
    const cell = shortened(cells[column]?.trim() ?? "", 100)
    if (cell !== "") samples.add(cell)
    if (samples.size === maxSamples) break
  }
  return [...samples]
}

/** The columns of a file with sample values, and the field that each is imported into. */
export const ColumnMapping = (props: {
  readonly kind: ImportKind
  readonly headers: ReadonlyArray<string>
  readonly targets: ReadonlyArray<string>
  readonly rows: ReadonlyArray<FileRow>
  readonly types: ReadonlyArray<ColumnType>
  readonly onChange: (targets: ReadonlyArray<string>) => void
  readonly onTypes: (types: ReadonlyArray<ColumnType>) => void
}) => (
  <ScrollArea.Autosize
    mah={420}
    type="auto"
    offsetScrollbars="present"
    // Keeps its scrollbars below the header of the dialog.
    style={{ isolation: "isolate" }}
    viewportProps={{ tabIndex: 0, role: "region", "aria-label": words.columns }}
  >
    <Table className={classes["table"]} miw={{ base: 0, sm: 560 }} stickyHeader>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.column}</Table.Th>
          <Table.Th>{words.mapsTo}</Table.Th>
          <Table.Th>{words.values}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {props.headers.slice(0, layoutLimits.columns).map((header, columnIndex) => (
          <Table.Tr key={`${columnIndex} ${header}`}>
            <Table.Td className={classes["column"]}>
              <Text inherit lineClamp={2} title={nameOfColumn(header, columnIndex)}>
                {nameOfColumn(header, columnIndex)}
              </Text>
            </Table.Td>
            <Table.Td>
              <NativeSelect
                size="xs"
                aria-label={words.columnNamed(nameOfColumn(header, columnIndex))}
                data={targetOptions(props.kind)}
                value={props.targets[columnIndex] ?? ""}
                onChange={({ currentTarget }) =>
                  props.onChange(
                    props.targets.map((target, index) => (index === columnIndex ? currentTarget.value : target))
                  )
                }
              />
              {props.targets[columnIndex] === "custom_field" && (
                <NativeSelect
                  size="xs"
                  mt={4}
                  aria-label={words.typeOf(nameOfColumn(header, columnIndex))}
                  data={ColumnType.literals.map((value) => ({ value, label: words.types[value] }))}
                  value={props.types[columnIndex] ?? "text"}
                  onChange={({ currentTarget }) => {
                    const chosen = ColumnType.literals.find((value) => value === currentTarget.value)
                    if (chosen !== undefined) props.onTypes(props.types.with(columnIndex, chosen))
                  }}
                />
              )}
            </Table.Td>
            <Table.Td>
              <div className={classes["samples"]}>
                {samplesOf(props.rows, columnIndex).map((sample) => (
                  <span key={sample} title={sample}>
                    {sample}
                  </span>
                ))}
              </div>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea.Autosize>
)
