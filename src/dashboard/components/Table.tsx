import { Button, Group, ScrollArea, Table as Grid, Text } from "@mantine/core"
import type { ReactNode } from "react"
import { Failure, Loading } from "./States.tsx"
import classes from "./Table.module.css"

export interface Column<Row> {
  readonly title: string
  readonly of: (row: Row) => ReactNode
  readonly right?: boolean
  /** Keeps what the column shows on one line. */
  readonly once?: boolean
}

const cell = ({ right, once }: { readonly right?: boolean; readonly once?: boolean }) =>
  [right === true ? classes["right"] : "", once === true ? classes["once"] : ""].join(" ")

/** A list: what it shows while it waits, when it is empty, when it failed, and its rows. */
export const Table = <Row,>(props: {
  readonly label: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row> | undefined
  readonly keyOf: (row: Row) => string
  readonly empty: ReactNode
  readonly error: unknown
  readonly retry: () => void
}) => {
  if (props.error !== null && props.error !== undefined) return <Failure error={props.error} retry={props.retry} />
  if (props.rows === undefined) return <Loading />
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
                <Grid.Th key={column.title} className={cell(column)}>
                  {column.title}
                </Grid.Th>
              ))}
            </Grid.Tr>
          </Grid.Thead>
          <Grid.Tbody>
            {props.rows.map((row) => (
              <Grid.Tr key={props.keyOf(row)}>
                {props.columns.map((column) => (
                  <Grid.Td key={column.title} className={cell(column)}>
                    {column.of(row)}
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

/** Newer and older pages of a list. With nothing to turn to there is nothing to show but the total. */
export const Pager = (props: {
  readonly total: number | undefined
  readonly onFirst?: (() => void) | undefined
  readonly onNext?: (() => void) | undefined
}) =>
  props.total === undefined || props.total === 0 ? null : (
    <Group justify="space-between" px="xs">
      <Text size="sm" c="dimmed">
        {props.total === 10_000 ? "10,000 or more" : props.total.toLocaleString()} in all
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
