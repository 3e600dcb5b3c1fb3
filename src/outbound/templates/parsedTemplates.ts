import type { Liquid, Template } from "liquidjs"
import { escapeHtml } from "../../domain/values/escapeHtml.ts"
import type { RenderBudget } from "./RenderBudget.ts"
import type { OwnTexts } from "./TemplateOutput.ts"

/** A parsed template, and the web addresses that it quotes. */
export interface ParsedTemplate {
  readonly templates: ReadonlyArray<Template>
  readonly addresses: ReadonlyMap<string, readonly []>
}

// Characters of the sources whose templates are kept.
const maxKept = 500_000

const quotedAddresses = (source: string): ParsedTemplate["addresses"] =>
  new Map(
    source
      .matchAll(/"(https?:\/\/[^"]*)"|'(https?:\/\/[^']*)'/gi)
      .flatMap(([, double, single = double ?? ""]) => [[single, []] as const, [escapeHtml(single), []] as const])
  )

/**
 * Parses templates of an engine. Those that fit a brief budget are kept, the latest used up to a bound: all messages of a campaign or step
 * have the same. A template that is not kept is counted by the budget before it is parsed, which cannot be interrupted.
 */
export const makeParser = (engine: Liquid) => {
  const kept = new Map<string, ParsedTemplate>()
  let length = 0
  const drop = (source: string) => {
    kept.delete(source)
    length -= source.length
  }
  return (source: string, budget: RenderBudget): ParsedTemplate => {
    const found = kept.get(source)
    if (found !== undefined) drop(source)
    else budget.countSource(source)
    const parsed = found ?? { templates: engine.parse(source), addresses: quotedAddresses(source) }
    if (!budget.isBrief) return parsed
    // A map lists its keys in the order of insertion: the least recently used comes first.
    kept.set(source, parsed)
    length += source.length
    for (const oldest of kept.keys()) {
      if (length <= maxKept) break
      drop(oldest)
    }
    return parsed
  }
}

/** The texts that count as a template's own: addresses that it quotes, and others. Those that it captures are added while it is rendered. */
export const ownTexts = ({ addresses }: ParsedTemplate, others: ReadonlyArray<string>): OwnTexts =>
  new Map([...addresses, ...others.flatMap((url) => [[url, []] as const, [escapeHtml(url), []] as const])])
