import { Button, Group, ScrollArea, Table as Grid, Text } from "@mantine/core"
import type { ReactNode } from "react"
import { ErrorAlert, Loading } from "./Feedback.tsx"
import classes from "./Table.module.css"

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly alignRight?: boolean
  readonly nowrap?: boolean
}

const cellClass = ({ alignRight, nowrap }: Pick<Column<never>, "alignRight" | "nowrap">) =>
  [alignRight === true ? classes["alignRight"] : "", nowrap === true ? classes["nowrap"] : ""].join(" ")

/** The rows of a query. Undefined `rows` show the loading state, no rows `empty`, an error its message with a retry. */
export const Table = <Row,>(props: {
  readonly label: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row> | undefined
  readonly rowKey: (row: Row) => string
  readonly empty: ReactNode
  readonly error: unknown
  readonly retry: () => void
}) => {
  // A failed reload keeps the rows: a dialog opened from a row must not lose its input.
  if (props.rows === undefined) {
    const failed = props.error !== null && props.error !== undefined
    return failed ? <ErrorAlert error={props.error} retry={props.retry} /> : <Loading />
  }
  if (props.rows.length === 0) return <div className={classes["frame"]}>{props.empty}</div>
  return (
    <div className={classes["frame"]}>
      <ScrollArea
        type="auto"
        offsetScrollbars="present"
        viewportProps={{ tabIndex: 0, role: "region", "aria-label": props.label }}
      >
        <Grid highlightOnHover verticalSpacing="xs" horizontalSpacing="md" miw={560}>
          <Grid.Thead>
            <Grid.Tr>
              {props.columns.map((column) => (
                <Grid.Th key={column.title} className={cellClass(column)}>
                  {column.title}
                </Grid.Th>
              ))}
            </Grid.Tr>
          </Grid.Thead>
          <Grid.Tbody>
            {props.rows.map((row) => (
              <Grid.Tr key={props.rowKey(row)}>
                {props.columns.map((column) => (
                  <Grid.Td key={column.title} className={cellClass(column)}>
                    {column.cell(row)}
                  </Grid.Td>
                ))}
              </Grid.Tr>
            ))}
          </Grid.Tbody>
        </Grid>
      </ScrollArea>
    </div>
  )
}

/** The total of a list and its page buttons; without a further page the total alone, without rows nothing. */
export const Pager = (props: {
  readonly total: number | undefined
  readonly onFirst?: (() => void) | undefined
  readonly onNext?: (() => void) | undefined
}) =>
  props.total === undefined || props.total === 0 ? null : (
    <Group justify="space-between" px="xs">
      <Text size="sm" c="dimmed">
        {props.total === 10_000 ? "10,000 or more" : props.total.toLocaleString()} total
      </Text>
      {(props.onFirst !== undefined || props.onNext !== undefined) && (
        <Group gap="xs">
          <Button size="xs" variant="default" disabled={props.onFirst === undefined} onClick={props.onFirst}>
            First page
          </Button>
          <Button size="xs" variant="default" disabled={props.onNext === undefined} onClick={props.onNext}>
            Next page
          </Button>
        </Group>
      )}
    </Group>
  )
