import { type Context, defaultOperators, type FilterImplOptions, filters } from "liquidjs"
import { budgetOf } from "./TemplateContext.ts"
import { textOf } from "./TemplateOutput.ts"

type Handler = Exclude<FilterImplOptions, { readonly handler: unknown }>

/** Longest term that a search finds in time in proportion to the text; longer ones may cost the product of both lengths. */
const maxQuickTerm = 250
const maxSearch = 200_000_000

const checkSearch = (text: string, term: string): void => {
  if (term.length > maxQuickTerm && text.length * term.length > maxSearch)
    throw new Error("a search for a text that is too long")
}

const searches = new Set(["replace", "replace_first", "replace_last", "remove", "remove_first", "remove_last", "split"])

// Indents of JSON: ten characters a level, 64 levels deep, would make 80 MB of an event.
const maxIndent = 2
const indents = new Set(["json", "jsonify", "inspect"])

/** Characters and members of a filter's result. Lists within lists are counted as often as they would be shown. */
const sizeOf = (value: unknown, left: number): number => {
  if (typeof value === "string") return value.length
  if (!Array.isArray(value)) return 1
  let size = 1
  for (const member of value) {
    if (size > left) break
    size += sizeOf(member, left - size)
  }
  return size
}

const bounded = (name: string, handler: Handler): Handler =>
  function* (value: unknown, ...given: Array<unknown>): Generator<unknown, unknown, unknown> {
    const budget = budgetOf(this.context)
    budget.checkTime()
    if (searches.has(name)) checkSearch(textOf(value), textOf(given[0]))
    const [indent] = given
    const args = indents.has(name) ? [Math.min(Number(indent) || 0, maxIndent)] : given
    const result = yield handler.apply(this, [value, ...args])
    if (result !== value && !args.includes(result)) budget.countFiltered(sizeOf(result, 1_000_000))
    return result
  }

/** Liquid's filters, whose results are counted as well as what they take in, and each of which ends in time. */
export const boundedFilters: ReadonlyArray<readonly [name: string, filter: FilterImplOptions]> = Object.entries(
  filters
).map(([name, filter]: [string, FilterImplOptions]) =>
  typeof filter === "function"
    ? [name, bounded(name, filter)]
    : [name, { ...filter, handler: bounded(name, filter.handler) }]
)

/** Liquid's operators, of which `contains` ends in time. */
export const boundedOperators = {
  ...defaultOperators,
  contains: (list: unknown, member: unknown, context: Context) => {
    if (typeof list === "string") {
      checkSearch(list, textOf(member))
      return list.includes(textOf(member))
    }
    return defaultOperators["contains"]?.(list, member, context) ?? false
  }
}
