import { useLocation, useRouter } from "@tanstack/react-router"
import type { Pagination } from "../domain/lists/Page.ts"
import { parseSort, type Sort, sortText } from "../domain/lists/Sort.ts"

/** The query of a page. Until its rows are there, those of the page before are shown. */
interface PageOfList {
  readonly data: { readonly pagination: Pagination } | undefined
  readonly isPlaceholderData: boolean
}

/**
 * The filters, the order and the page of a list, kept in the address: reloading, going back and sharing it show the same rows. `name` tells lists of one page
 * apart. The cursors of the pages before are in the state of the history, so an address that is opened anew leads to the first page alone.
 */
export const useListState = (name?: string) => {
  const router = useRouter()
  const searchText = useLocation({ select: ({ searchStr }) => searchStr })
  const before = useLocation({ select: ({ state }) => state.cursorsBefore }) ?? []
  const keyOf = (key: string) => (name === undefined ? key : `${name}_${key}`)
  const params = new URLSearchParams(searchText)
  const page = Math.max(1, Math.trunc(Number(params.get(keyOf("page")) ?? 1)) || 1)
  const cursor = params.get(keyOf("cursor")) ?? undefined

  const go = (values: Readonly<Record<string, string | undefined>>, cursorsBefore: ReadonlyArray<string>) => {
    const changed = new URLSearchParams(window.location.search)
    for (const [key, value] of Object.entries(values)) {
      if (value === undefined || value === "") changed.delete(keyOf(key))
      else changed.set(keyOf(key), value)
    }
    const text = changed.toString()
    return { href: `${window.location.pathname}${text === "" ? "" : `?${text}`}`, state: { cursorsBefore } }
  }
  const push = (next: string | undefined, cursorsBefore: ReadonlyArray<string>) => {
    const { href, state } = go({ cursor: next }, cursorsBefore)
    router.history.push(href, state)
  }

  return {
    cursor,
    /** The value of a filter; `""` where it is not set. */
    filter: (key: string): string => params.get(keyOf(key)) ?? "",
    /** Sets filters, and goes to the first page. */
    setFilters: (values: Readonly<Record<string, string>>) => {
      const { href, state } = go({ ...values, cursor: undefined }, [])
      router.history.replace(href, state)
    },
    /** The order of the list: `query` for the API, where it is not `byDefault`, and `table` for a `Table`. */
    sorted: <Column extends string>(columns: ReadonlyArray<Column>, byDefault: Sort<Column>) => {
      const chosen = parseSort(columns, params.get(keyOf("sort")) ?? "")
      const onSort = (text: string) => {
        const { href, state } = go(
          { sort: text === sortText(byDefault) ? "" : text, page: undefined, cursor: undefined },
          []
        )
        router.history.replace(href, state)
      }
      return { query: chosen === undefined ? {} : { sort: chosen }, table: { ...(chosen ?? byDefault), onSort } }
    },
    /** The number of the page in a list that has numbers; such a list has no cursor. */
    page,
    /** The props of its `Pager`. */
    numbered: (query: PageOfList) => {
      const { total_count, total_pages = 1 } = query.data?.pagination ?? {}
      const show = (to: number) => () => {
        const { href, state } = go({ page: to === 1 ? undefined : String(to) }, [])
        router.history.push(href, state)
      }
      return {
        total: total_count,
        onFirst: page > 1 ? show(1) : undefined,
        onPrevious: page > 1 ? show(page - 1) : undefined,
        onNext: page < total_pages ? show(page + 1) : undefined
      }
    },
    /** The props of a `Pager`; a handler is undefined where there is no such page. */
    pager: ({ data, isPlaceholderData }: PageOfList) => {
      // The rows of the filter before have a cursor that is none of this list.
      const following = isPlaceholderData ? null : data?.pagination.next_cursor
      return {
        total: data?.pagination.total_count,
        onFirst: cursor === undefined ? undefined : () => push(undefined, []),
        onPrevious:
          cursor === undefined || before.length === 0
            ? undefined
            : () => push(before.at(-1) === "" ? undefined : before.at(-1), before.slice(0, -1)),
        onNext:
          following === null || following === undefined ? undefined : () => push(following, [...before, cursor ?? ""])
      }
    }
  }
}
