import { Button, Group, ScrollArea, Table as Grid, Text } from "@mantine/core"
import type { ReactNode } from "react"
import { Failure, Loading } from "./States.tsx"

export interface Column<Row> {
  readonly title: string
  readonly of: (row: Row) => ReactNode
  readonly right?: boolean
}

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
  if (props.rows.length === 0) return <>{props.empty}</>
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: "region", "aria-label": props.label }}>
      <Grid highlightOnHover verticalSpacing="xs" miw={560}>
        <Grid.Thead>
          <Grid.Tr>
            {props.columns.map(({ title, right }) => (
              <Grid.Th key={title} ta={right === true ? "right" : "left"}>
                {title}
              </Grid.Th>
            ))}
          </Grid.Tr>
        </Grid.Thead>
        <Grid.Tbody>
          {props.rows.map((row) => (
            <Grid.Tr key={props.keyOf(row)}>
              {props.columns.map(({ title, of, right }) => (
                <Grid.Td key={title} ta={right === true ? "right" : "left"}>
                  {of(row)}
                </Grid.Td>
              ))}
            </Grid.Tr>
          ))}
        </Grid.Tbody>
      </Grid>
    </ScrollArea>
  )
}

/** Newer and older pages of a list read by cursor. */
export const Pager = (props: {
  readonly total: number | undefined
  readonly onFirst?: (() => void) | undefined
  readonly onNext?: (() => void) | undefined
}) => (
  <Group justify="space-between">
    <Text size="sm" c="dimmed">
      {props.total === undefined ? "" : `${props.total.toLocaleString()} in all`}
    </Text>
    <Group gap="xs">
      <Button size="xs" variant="default" disabled={props.onFirst === undefined} onClick={props.onFirst}>
        First page
      </Button>
      <Button size="xs" variant="default" disabled={props.onNext === undefined} onClick={props.onNext}>
        Next page
      </Button>
    </Group>
  </Group>
)
