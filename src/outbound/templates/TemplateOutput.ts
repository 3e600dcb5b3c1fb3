import { type Emitter, toValue } from "liquidjs"
import type { RenderBudget } from "./RenderBudget.ts"

type Range = readonly [from: number, to: number]

/** Rendered text. `data` are the ranges of it, in order, that came from variables; all else is the template's own text. */
export interface TemplateOutput {
  readonly text: string
  readonly data: ReadonlyArray<Range>
}

/** The index of the first range of data that ends after `from`. */
const firstAfter = (data: TemplateOutput["data"], from: number): number => {
  let [low, high] = [0, data.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((data[middle]?.[1] ?? 0) <= from) low = middle + 1
    else high = middle
  }
  return low
}

/** The offset between `from` and `to` where the first text from a variable begins; `to` if there is none. */
export const dataBetween = ({ data }: TemplateOutput, from: number, to: number): number =>
  Math.min(to, Math.max(from, data[firstAfter(data, from)]?.[0] ?? to))

/** The text between `from` and `to`, with each part of it that came from a variable replaced. `before` is all that precedes the part. */
export const mapData = (
  { text, data }: TemplateOutput,
  from: number,
  to: number,
  replace: (part: string, before: string) => string
): string => {
  let mapped = ""
  let copied = from
  for (let at = firstAfter(data, from); at < data.length; at += 1) {
    const [begin = to, end = to] = data[at] ?? []
    if (begin >= to) break
    const first = Math.max(from, begin)
    mapped += text.slice(copied, first)
    copied = Math.min(to, end)
    mapped += replace(text.slice(first, copied), mapped)
  }
  return mapped + text.slice(copied, to)
}

/** A value as Liquid prints it. */
export const textOf = (value: unknown): string => {
  const plain: unknown = toValue(value)
  if (typeof plain === "string") return plain
  if (plain === null || plain === undefined) return ""
  return Array.isArray(plain) ? plain.map(textOf).join("") : String(plain)
}

/**
 * Captured blocks and quoted web addresses of the template, with the ranges of data in them. A variable whose value equals one
 * of these texts counts as the template's own text, except for those ranges.
 */
export type OwnTexts = Map<string, ReadonlyArray<Range>>

/** Collects what a template emits, counts it against the budget, and records which ranges are data. */
export class OutputEmitter implements Emitter {
  buffer = ""
  readonly data: Array<Range> = []
  /** Whether the next text is the template's own. */
  isOwnText = false
  readonly #budget: RenderBudget
  readonly #own: OwnTexts

  constructor(budget: RenderBudget, own: OwnTexts) {
    this.#budget = budget
    this.#own = own
  }

  write(value: unknown): void {
    const text = textOf(value)
    if (text === "") return
    this.#budget.countOutput(text)
    const start = this.buffer.length
    this.buffer += text
    if (this.isOwnText) return
    const ranges = this.#own.get(text) ?? [[0, text.length] as const]
    for (const [from, to] of ranges) this.data.push([start + from, start + to])
  }
}
