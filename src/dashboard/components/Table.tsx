import { Button, Group, ScrollArea, Table as Grid, Text } from "@mantine/core"
import type { MouseEvent, ReactNode } from "react"
import * as words from "../words/components.ts"
import { ErrorAlert, Loading } from "./Feedback.tsx"
import { LongText } from "./LongText.tsx"
import { type Selection, SelectPage, SelectRow } from "./selection.tsx"
import { SortableTitle, type TableSort } from "./SortableTitle.tsx"
import classes from "./Table.module.css"

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly alignRight?: boolean
  readonly nowrap?: boolean
  /** Takes the room that other columns leave. Longer text is cut to one line, and whole in a tooltip. */
  readonly fills?: boolean
  /** The column's name in the parameter `sort`, where the list can be sorted by it. */
  readonly sort?: string
  /** Whether a first click sorts from the highest value down, as fits times; default true. */
  readonly descendingFirst?: boolean
}

const cellClass = ({ alignRight, nowrap, fills }: Pick<Column<never>, "alignRight" | "nowrap" | "fills">) =>
  [
    alignRight === true ? classes["alignRight"] : "",
    nowrap === true ? classes["nowrap"] : "",
    fills === true ? classes["fills"] : ""
  ].join(" ")

const isCut = ({ scrollWidth, clientWidth }: Element): boolean => scrollWidth > clientWidth

// Only the layout knows whether text is cut.
const showWhole = ({ target }: MouseEvent<HTMLElement>) => {
  const text = target instanceof Element ? target.closest<HTMLElement>(`.${classes["oneLine"]}`) : null
  if (text !== null) text.title = [text, ...text.querySelectorAll("div, p, code")].some(isCut) ? text.textContent : ""
}

const ariaSort = (column: Pick<Column<never>, "sort">, sort: TableSort | undefined) =>
  column.sort === undefined || sort === undefined
    ? undefined
    : column.sort !== sort.column
      ? "none"
      : sort.descending
        ? "descending"
        : "ascending"

const CellContent = <Row,>(props: { readonly column: Column<Row>; readonly row: Row; readonly select: ReactNode }) => {
  const cell = props.column.cell(props.row)
  const content =
    props.column.fills === true ? (
      <div className={classes["oneLine"]}>{cell}</div>
    ) : typeof cell === "string" ? (
      <LongText text={cell} max={props.column.nowrap === true ? 24 : 100} />
    ) : (
      cell
    )
  return props.select === undefined ? (
    content
  ) : (
    <div className={classes["selectable"]}>
      {props.select}
      {content}
    </div>
  )
}

/** The rows of a query. Undefined `rows` show the loading state, no rows `empty`, an error its message with a retry. */
export const Table = <Row,>(props: {
  readonly label: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row> | undefined
  readonly rowKey: (row: Row) => string
  readonly empty: ReactNode
  readonly error: unknown
  readonly retry: () => void
  /** Why the rows of now take long, where they do. */
  readonly waiting?: string | undefined
  /** Checkboxes before the rows. */
  readonly selection?: Selection<Row>
  /** The order of the rows, where columns can be sorted by. */
  readonly sort?: TableSort
  /** The width in pixels below which the table scrolls; default 560. On a phone rows are of two lines instead. */
  readonly minWidth?: number
}) => {
  // A failed reload keeps the rows: a dialog opened from a row must not lose its input.
  if (props.rows === undefined) {
    const failed = props.error !== null && props.error !== undefined
    return failed ? <ErrorAlert error={props.error} retry={props.retry} /> : <Loading waiting={props.waiting} />
  }
  const keys = props.rows.map(props.rowKey)
  const waiting = props.waiting !== undefined && (
    <Text size="sm" px="xs" role="status">
      {props.waiting}
    </Text>
  )
  if (props.rows.length === 0)
    return (
      <div className={classes["frame"]}>
        {waiting}
        {props.empty}
      </div>
    )
  return (
    <div className={classes["frame"]}>
      {waiting}
      <ScrollArea
        type="auto"
        offsetScrollbars="present"
        viewportProps={{ tabIndex: 0, role: "region", "aria-label": props.label }}
      >
        <Grid highlightOnHover verticalSpacing="xs" horizontalSpacing="sm" miw={{ base: 0, sm: props.minWidth ?? 560 }}>
          <Grid.Thead>
            <Grid.Tr>
              {props.columns.map((column, at) => (
                <Grid.Th key={column.title} className={cellClass(column)} aria-sort={ariaSort(column, props.sort)}>
                  {at === 0 && props.selection !== undefined && (
                    <span className={classes["select"]}>
                      <SelectPage selection={props.selection} keys={keys} />
                    </span>
                  )}
                  {column.sort === undefined || props.sort === undefined ? (
                    column.title
                  ) : (
                    <SortableTitle
                      title={column.title}
                      column={column.sort}
                      descendingFirst={column.descendingFirst ?? true}
                      sort={props.sort}
                    />
                  )}
                </Grid.Th>
              ))}
            </Grid.Tr>
          </Grid.Thead>
          <Grid.Tbody onMouseOver={showWhole}>
            {props.rows.map((row) => (
              <Grid.Tr key={props.rowKey(row)}>
                {props.columns.map((column, at) => (
                  <Grid.Td
                    key={column.title}
                    className={cellClass(column)}
                    data-title={column.alignRight === true ? column.title : undefined}
                  >
                    <CellContent
                      column={column}
                      row={row}
                      select={
                        at === 0 && props.selection !== undefined ? (
                          <SelectRow selection={props.selection} row={row} name={props.rowKey(row)} />
                        ) : undefined
                      }
                    />
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

/** The total of a list and its page buttons; on the only page the total alone, without rows nothing. */
export const Pager = (props: {
  readonly total: number | undefined
  readonly onFirst?: (() => void) | undefined
  readonly onPrevious?: (() => void) | undefined
  readonly onNext?: (() => void) | undefined
}) =>
  props.total === undefined || props.total === 0 ? null : (
    <Group justify="space-between" px="xs" className={classes["pager"] ?? ""}>
      <Text size="sm" c="dimmed">
        {words.total(props.total)}
      </Text>
      {(props.onFirst !== undefined || props.onNext !== undefined) && (
        <Group gap="xs">
          <Button size="xs" variant="default" disabled={props.onFirst === undefined} onClick={props.onFirst}>
            {words.firstPage}
          </Button>
          <Button size="xs" variant="default" disabled={props.onPrevious === undefined} onClick={props.onPrevious}>
            {words.previousPage}
          </Button>
          <Button size="xs" variant="default" disabled={props.onNext === undefined} onClick={props.onNext}>
            {words.nextPage}
          </Button>
        </Group>
      )}
    </Group>
  )
