import {
  Context,
  CycleTag,
  defaultOperators,
  type Emitter,
  evalToken,
  type FilterImplOptions,
  filters,
  ForTag,
  type Liquid,
  TablerowTag,
  type Token,
  toValue,
  TypeGuards
} from "liquidjs"
import { decodeHTML } from "entities"
import { escapeHtml } from "../../domain/values/escapeHtml.ts"
import { type FilterHandler, localFilters } from "./localFilters.ts"
import { isPlainObject, rubyFilters, rubyOperators, withOuterLoop, withoutNull } from "./rubyLiquid.ts"
import type { RenderBudget } from "./RenderBudget.ts"
import type { TemplateLocale } from "./TemplateLocale.ts"
import { type OwnTexts, textOf } from "./TemplateOutput.ts"

/** The context of one rendering. Each lookup of a variable checks the processor time, also within filters and conditions. */
export class TemplateContext extends Context {
  readonly budget: RenderBudget
  readonly own: OwnTexts
  readonly locale: TemplateLocale
  readonly #engine: Liquid

  constructor(data: object, engine: Liquid, budget: RenderBudget, own: OwnTexts, locale: TemplateLocale) {
    super(data, { ...engine.options, timezoneOffset: locale.timezone }, { sync: true }, { liquid: engine })
    this.#engine = engine
    this.budget = budget
    this.own = own
    this.locale = locale
    this.memoryLimit.use = budget.countFiltered
  }

  override readProperty(...args: Parameters<Context["readProperty"]>): unknown {
    this.budget.checkTime()
    return super.readProperty(...args)
  }

  // Filters of lists enter a scope for each member, also where they look nothing up.
  override push(scope: object): number {
    this.budget.checkTime()
    withOuterLoop(scope, () => this.getSync(["forloop"]))
    return super.push(scope)
  }

  override spawn(scope: object = {}): TemplateContext {
    this.budget.checkTime()
    return new TemplateContext(scope, this.#engine, this.budget, this.own, this.locale)
  }
}

const own = (context: Context): TemplateContext => {
  if (context instanceof TemplateContext) return context
  throw new Error("a template without a budget")
}

const budgetOf = (context: Context): RenderBudget => own(context).budget

/** Longest term whose search takes time in proportion to the text; a longer one may cost the product of both lengths. */
const maxLinearTerm = 250
const maxSearch = 200_000_000

const checkSearch = (text: string, term: string): void => {
  if (term.length > maxLinearTerm && text.length * term.length > maxSearch)
    throw new Error("a search for a text that is too long")
}

const searchFilters = new Set([
  "replace",
  "replace_first",
  "replace_last",
  "remove",
  "remove_first",
  "remove_last",
  "split"
])

// An indent of ten characters a level, 64 levels deep, would make 80 MB of an event.
const maxIndent = 2
const jsonFilters = new Set(["json", "jsonify", "inspect"])

/** Characters and members of a filter's result, at least up to `limit`. A shared list counts each time it would be shown. */
const sizeOf = (value: unknown, limit: number): number => {
  if (typeof value === "string") return value.length
  if (!Array.isArray(value)) return 1
  let size = 1
  for (const member of value) {
    if (size > limit) break
    size += sizeOf(member, limit - size)
  }
  return size
}

const boundedFilter = (name: string, handler: FilterHandler): FilterHandler =>
  function* (value: unknown, ...given: Array<unknown>): Generator<unknown, unknown, unknown> {
    const budget = budgetOf(this.context)
    budget.checkTime()
    if (searchFilters.has(name)) checkSearch(textOf(value), textOf(given[0]))
    const [indent] = given
    const args = jsonFilters.has(name) ? [Math.min(Number(indent) || 0, maxIndent)] : given
    const result = yield handler.apply(this, [value, ...args])
    if (result !== value && !args.includes(result)) budget.countFiltered(sizeOf(result, 1_000_000))
    return result
  }

const handlerOf = (filter: FilterImplOptions): FilterHandler => (typeof filter === "function" ? filter : filter.handler)

const allFilters: Readonly<Record<string, FilterImplOptions>> = {
  ...filters,
  ...Object.fromEntries([...localFilters((context) => own(context).locale), ...rubyFilters])
}

/** Liquid's filters and ours, with bounded time and memory. Their results count against the budget. */
export const boundedFilters: ReadonlyArray<readonly [name: string, filter: FilterImplOptions]> = Object.entries(
  allFilters
).map(([name, filter]) =>
  typeof filter === "function"
    ? [name, boundedFilter(name, filter)]
    : [name, { ...filter, handler: boundedFilter(name, filter.handler) }]
)

// The end of a chain of filters: its output is HTML already and must not be escaped once more.
const escaping: ReadonlyArray<readonly [name: string, handler: FilterHandler]> = [
  ...["escape", "escape_once", "xml_escape"].flatMap((name) => {
    const filter = filters[name]
    return filter === undefined ? [] : [[name, handlerOf(filter)] as const]
  }),
  ["newline_to_br", (value: unknown) => escapeHtml(decodeHTML(textOf(value))).replace(/\r?\n/g, "<br>\n")]
]

/** The filters that escape by themselves, for templates whose outputs are escaped. */
export const boundedHtmlFilters: typeof boundedFilters = escaping.map(([name, handler]) => [
  name,
  { raw: true, handler: boundedFilter(name, handler) }
])

/** Operators as in Ruby's Liquid, with a bound on the search of `contains`. */
export const boundedOperators = {
  ...defaultOperators,
  ...rubyOperators,
  contains: (list: unknown, member: unknown, context: Context) => {
    if ((toValue(member) ?? null) === null) return false
    if (typeof list === "string") {
      checkSearch(list, textOf(member))
      return list.includes(textOf(member))
    }
    if (isPlainObject(list)) return Object.hasOwn(list, textOf(member))
    return defaultOperators["contains"]?.(list, member, context) ?? false
  }
}

/** Numbers in the range of a loop. Liquid expands the whole range before the first pass, whatever the loop's limit. */
const maxRange = 50_000

function* checkRange(collection: Token, context: Context): Generator<unknown, void, unknown> {
  if (!TypeGuards.isRangeToken(collection)) return
  const from = Number(yield evalToken(collection.lhs, context))
  const to = Number(yield evalToken(collection.rhs, context))
  if (to - from >= maxRange) throw new Error(`a range of more than ${maxRange}`)
}

class BoundedFor extends ForTag {
  override *render(context: Context, emitter: Emitter): ReturnType<ForTag["render"]> {
    yield checkRange(this.collection, context)
    withoutNull(this.hash)
    return yield* super.render(context, emitter)
  }
}

class BoundedTablerow extends TablerowTag {
  override *render(context: Context, emitter: Emitter): ReturnType<TablerowTag["render"]> {
    yield checkRange(this.collection, context)
    return yield* super.render(context, emitter)
  }
}

// Liquid keeps the text of the tag as a key for each group.
class BoundedCycle extends CycleTag {
  override *render(context: Context, emitter: Emitter): ReturnType<CycleTag["render"]> {
    budgetOf(context).countFiltered(this.token.size())
    return yield* super.render(context, emitter)
  }
}

/** Liquid's tags that could take more memory than they emit, with a bound. */
export const boundedTags = { for: BoundedFor, tablerow: BoundedTablerow, cycle: BoundedCycle }

const lineStartsOf = (text: string): ReadonlyArray<number> => {
  const starts = [0]
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1)
  return starts
}

/**
 * A replacement for Liquid's `getPosition`, which scans the template from its start for each variable: quadratic time. This one
 * keeps the line starts of the latest template and searches them in logarithmic time. Rows and columns count from 1.
 */
export const makeGetPosition = () => {
  let latest: { readonly text: string; readonly starts: ReadonlyArray<number> } = { text: "", starts: [0] }
  return (text: string, offset: number): [row: number, column: number] => {
    if (latest.text !== text) latest = { text, starts: lineStartsOf(text) }
    const { starts } = latest
    let [row, end] = [0, starts.length]
    while (end - row > 1) {
      const middle = (row + end) >>> 1
      if ((starts[middle] ?? 0) <= offset) row = middle
      else end = middle
    }
    return [row + 1, offset - (starts[row] ?? 0) + 1]
  }
}
