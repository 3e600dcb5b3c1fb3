import { Effect, Result, Schema } from "effect"
import {
  type Context,
  type Emitter,
  Liquid,
  LiquidError,
  RawTag,
  RenderError,
  type Template,
  Token,
  TokenKind
} from "liquidjs"
import { Tokenizer, toValueSync } from "liquidjs"
import { maxHtmlLength } from "../../domain/flows/Step.ts"
import { beginning } from "../../domain/values/Text.ts"
import { boundedFilters, boundedOperators } from "./boundedFilters.ts"
import { boundedTags } from "./boundedTags.ts"
import { escapeHtml } from "../email/escapeHtml.ts"
import { positionIn } from "./positionIn.ts"
import { makeRenderBudget, type RenderBudget } from "./RenderBudget.ts"
import { TemplateContext } from "./TemplateContext.ts"
import { OutputEmitter, type OwnTexts, type TemplateOutput, textOf } from "./TemplateOutput.ts"

/** Where text goes: output in `html` is escaped, a `subject` is one line, an `sms` is cut to what providers take. */
type TemplateKind = "subject" | "html" | "sms"

/** The variables a template may name: `true` for a value, or for one whose members are not known beforehand. */
export interface Known {
  readonly [name: string]: true | Known
}

/** A template that can't be rendered with the data at hand; trying again would not help. */
export class TemplateFailed extends Schema.TaggedError<TemplateFailed>()("TemplateFailed", { reason: Schema.String }) {}

// What is parsed is counted in UTF-16 units, of which a character has two at most. Nothing is read from disk, and nothing
// inherited is seen.
const options = {
  parseLimit: 2 * maxHtmlLength,
  templates: {},
  operators: boundedOperators,
  strictFilters: true,
  ownPropertyOnly: true,
  timezoneOffset: 0
}

// Liquid's own way walks to a line from the start of the text for each variable: 16 s of the thread that serves everyone for 40,000.
Token.prototype.getPosition = function () {
  return positionIn(this.input, this.begin)
}
const partials = ["include", "render", "layout", "block"]

const isAddress = /^https?:\/\//i

/** Liquid's renderer, which counts every piece and tells the emitter which texts are the template's own. */
function* renderTemplates(
  templates: ReadonlyArray<Template>,
  context: Context,
  given?: Emitter
): Generator<unknown, string, unknown> {
  if (!(context instanceof TemplateContext)) throw new Error("a template without a budget")
  const { budget, own } = context
  const emitter = given ?? new OutputEmitter(budget, own)
  for (const template of templates) {
    budget.countPiece()
    if (emitter instanceof OutputEmitter)
      emitter.fixed = template.token.kind === TokenKind.HTML || template instanceof RawTag
    try {
      const text: unknown = yield template.render(context, emitter)
      if (text) emitter.write(text)
    } catch (error) {
      if (LiquidError.is(error) || !(error instanceof Error)) throw error
      throw new RenderError(error, template)
    }
    if (context.breakCalled || context.continueCalled) break
  }
  // Only a captured block is rendered without an emitter.
  if (given === undefined && emitter instanceof OutputEmitter) {
    own.set(emitter.buffer, emitter.data)
    if (emitter.data.length === 0 && isAddress.test(emitter.buffer)) own.set(escapeHtml(emitter.buffer), [])
  }
  return emitter.buffer
}

const engine = (extra: { readonly outputEscape?: (value: unknown) => string }) => {
  const made = new Liquid({ ...options, ...extra })
  for (const tag of partials) Reflect.deleteProperty(made.tags, tag)
  for (const [name, tag] of Object.entries(boundedTags)) made.registerTag(name, tag)
  for (const [name, filter] of boundedFilters) made.registerFilter(name, filter)
  made.renderer.renderTemplates = renderTemplates
  return made
}

const engines = { html: engine({ outputEscape: (value) => escapeHtml(textOf(value)) }), plain: engine({}) }
const engineOf = (kind: TemplateKind) => (kind === "html" ? engines.html : engines.plain)

// A message may repeat the tag that is wrong, which may be as long as the template.
const maxReasonLength = 500

const reasonOf = (error: unknown): string =>
  error instanceof Error ? beginning(error.message.split("\n", 1)[0] ?? "", maxReasonLength) : "it can't be read"

/** Characters of a template that are no text: outputs and tags, whole. 0 if it ends within one, which nobody reads on. */
export const markupOf = (source: string): number =>
  Result.try(() => new Tokenizer(source).readTopLevelTokens()).pipe(
    Result.map((tokens) => tokens.reduce((sum, one) => sum + (one.kind === TokenKind.HTML ? 0 : one.size()), 0)),
    Result.getOrElse(() => 0)
  )

/** Everything wrong with a template, in words: syntax, unknown filters, and variables that can't exist (contract §10). */
export const checkTemplate = (kind: TemplateKind, source: string, known: Known): ReadonlyArray<string> =>
  Result.match(
    Result.try(() => engineOf(kind).parseAndAnalyzeSync(source, undefined, { partials: false })),
    {
      onFailure: (error) => [`Is not valid Liquid: ${reasonOf(error)}`],
      onSuccess: ({ globals }) => {
        const unknown = Object.values(globals)
          .flat()
          .filter(({ segments }) => !isKnown(segments, known))
          .map((variable) => `Unknown variable ${variable.toString()}, line ${variable.location.row}`)
        return [...new Set(unknown)]
      }
    }
  )

const isKnown = (segments: ReadonlyArray<unknown>, known: Known): boolean => {
  let scope: true | Known = known
  for (const segment of segments) {
    // What is looked up by a value can be seen only when it is rendered.
    if (scope === true || typeof segment === "object") return true
    const next: true | Known | undefined = Object.hasOwn(scope, String(segment)) ? scope[String(segment)] : undefined
    if (next === undefined) return false
    scope = next
  }
  return true
}

/**
 * Renders a template; a variable that the data lack is an empty string. Templates with the same budget share its limits: those of
 * one message (contract §12).
 */
export const render = (
  kind: TemplateKind,
  source: string,
  data: Readonly<Record<string, unknown>>,
  budget = makeRenderBudget()
): Effect.Effect<TemplateOutput, TemplateFailed> =>
  Effect.try({
    try: () =>
      fit(
        kind,
        budget.timed(() => renderWithin(engineOf(kind), source, data, budget))
      ),
    catch: (error) => new TemplateFailed({ reason: `The template failed: ${reasonOf(error)}` })
  })

const renderWithin = (made: Liquid, source: string, data: object, budget: RenderBudget): TemplateOutput => {
  const own = quotedAddresses(source)
  const emitter = new OutputEmitter(budget, own)
  toValueSync(made.renderer.renderTemplates(made.parse(source), new TemplateContext(data, made, budget, own), emitter))
  return { text: emitter.buffer, data: emitter.data }
}

const quotedAddresses = (source: string): OwnTexts =>
  new Map(
    source
      .matchAll(/"(https?:\/\/[^"]*)"|'(https?:\/\/[^']*)'/gi)
      .flatMap(([, double, single = double ?? ""]) => [[single, []] as const, [escapeHtml(single), []] as const])
  )

const fit = (kind: TemplateKind, { text, data }: TemplateOutput): TemplateOutput => {
  if (kind === "html") return { text, data }
  if (kind === "subject")
    return { text: beginning(text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim(), 255), data: [] }
  const cut = text.length - text.trimStart().length
  return { text: beginning(text.trim(), 1_600), data: data.map(([from, to]) => [from - cut, to - cut]) }
}
