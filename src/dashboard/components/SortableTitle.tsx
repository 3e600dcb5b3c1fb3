import { UnstyledButton } from "@mantine/core"
import { Icon } from "./Icon.tsx"
import classes from "./Table.module.css"

/** The order of a table, by the names of columns in the API. */
export interface TableSort {
  readonly column: string
  readonly descending: boolean
  readonly onSort: (text: string) => void
}

/** The title of a column as a button, which sorts by the column and turns the order around if it is sorted by it. */
export const SortableTitle = (props: {
  readonly title: string
  readonly column: string
  /** Whether its first order is from the highest value down. */
  readonly descendingFirst: boolean
  readonly sort: TableSort
}) => {
  const { column, sort } = props
  const isSorted = sort.column === column
  const descending = isSorted ? !sort.descending : props.descendingFirst
  return (
    <UnstyledButton
      className={classes["sortable"] ?? ""}
      data-sorted={isSorted || undefined}
      onClick={() => sort.onSort(descending ? `-${column}` : column)}
    >
      {props.title}
      <Icon name={(isSorted ? sort.descending : props.descendingFirst) ? "down" : "up"} size={12} />
    </UnstyledButton>
  )
}
