import { Checkbox } from "@mantine/core"
import * as words from "../words/components.ts"

/** Which rows of a list are selected, by their keys, also those of other pages. */
export interface Selection<Row> {
  readonly keys: ReadonlySet<string>
  readonly onChange: (keys: ReadonlySet<string>) => void
  /** The label of the checkbox of a row. */
  readonly label: (row: Row) => string
  /** The most rows that can be selected. */
  readonly max: number
}

/** The checkbox that selects the rows of a page. */
export const SelectPage = <Row,>({
  selection: { keys: selected, onChange, max },
  keys
}: {
  readonly selection: Selection<Row>
  readonly keys: ReadonlyArray<string>
}) => {
  const isEach = keys.every((key) => selected.has(key))
  const isSome = keys.some((key) => selected.has(key))
  return (
    <Checkbox
      size="xs"
      aria-label={words.selectPage}
      checked={isEach}
      indeterminate={isSome && !isEach}
      disabled={selected.size >= max && !isSome}
      onChange={() =>
        onChange(
          isEach
            ? new Set([...selected].filter((key) => !keys.includes(key)))
            : new Set([...new Set([...selected, ...keys])].slice(0, max))
        )
      }
    />
  )
}

/** The checkbox that selects a row. */
export const SelectRow = <Row,>({
  selection: { keys, onChange, label, max },
  row,
  name
}: {
  readonly selection: Selection<Row>
  readonly row: Row
  readonly name: string
}) => {
  const isSelected = keys.has(name)
  return (
    <Checkbox
      size="xs"
      aria-label={label(row)}
      checked={isSelected}
      disabled={keys.size >= max && !isSelected}
      onChange={() =>
        onChange(isSelected ? new Set([...keys].filter((key) => key !== name)) : new Set([...keys, name]))
      }
    />
  )
}
