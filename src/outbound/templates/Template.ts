import { Effect, Result, Schema } from "effect"
import {
  type Context,
  type Emitter,
  type FilterImplOptions,
  Liquid,
  LiquidError,
  RawTag,
  RenderError,
  type Template,
  Token,
  Tokenizer,
  TokenKind,
  toValueSync
} from "liquidjs"
import { maxHtmlLength } from "../../domain/flows/Step.ts"
import { beginning } from "../../domain/values/Text.ts"
import { escapeHtml } from "../../domain/values/escapeHtml.ts"
import {
  boundedFilters,
  boundedHtmlFilters,
  boundedOperators,
  boundedTags,
  makeGetPosition,
  TemplateContext
} from "./boundedLiquid.ts"
import { deadLinks } from "./deadLinks.ts"
import { dateIssues, errorHint, foreignIssues, variableHint } from "./dialects.ts"
import { isTooLong, makeRenderBudget, type RenderBudget } from "./RenderBudget.ts"
import { makeParser, ownTexts } from "./parsedTemplates.ts"
import { OutputEmitter, type TemplateOutput, textOf } from "./TemplateOutput.ts"
import { neutralLocale, type TemplateLocale } from "./TemplateLocale.ts"
import { isKnown, type KnownVariables } from "./templateVariables.ts"

/** The output of a template: variables in `html` are escaped, a `subject` is one line, an `sms` is cut to what providers accept. */
type TemplateKind = "subject" | "html" | "sms"

/** A template could not be rendered with its data. Not worth a retry, unless it was `isTooLong` for a brief budget alone. */
export class TemplateFailed extends Schema.TaggedError<TemplateFailed>()("TemplateFailed", {
  reason: Schema.String,
  isTooLong: Schema.optionalKey(Schema.Boolean)
}) {}

// `parseLimit` counts UTF-16 units, at most two a character. `templates: {}` and `ownPropertyOnly` keep templates from reading
// files and inherited properties.
/** Characters of a text message. */
export const maxSmsLength = 1_600

const options = {
  parseLimit: 2 * maxHtmlLength,
  templates: {},
  operators: boundedOperators,
  strictFilters: true,
  ownPropertyOnly: true,
  locale: neutralLocale.language
}

// Liquid has no option for it.
const getPosition = makeGetPosition()
Token.prototype.getPosition = function () {
  return getPosition(this.input, this.begin)
}

const partialTags = ["include", "render", "layout", "block"]

const webAddress = /^https?:\/\//i

/** Replaces Liquid's renderer: counts every piece, and tells the emitter which texts are the template's own. */
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
      emitter.isOwnText = template.token.kind === TokenKind.HTML || template instanceof RawTag
    try {
      const text: unknown = yield template.render(context, emitter)
      if (text) emitter.write(text)
    } catch (error) {
      if (LiquidError.is(error) || !(error instanceof Error)) throw error
      throw new RenderError(error, template)
    }
    if (context.breakCalled || context.continueCalled) break
  }
  // Liquid renders only captured blocks without an emitter.
  if (given === undefined && emitter instanceof OutputEmitter) {
    own.set(emitter.buffer, emitter.data)
    if (emitter.data.length === 0 && webAddress.test(emitter.buffer)) own.set(escapeHtml(emitter.buffer), [])
  }
  return emitter.buffer
}

const makeEngine = (
  extra: { readonly outputEscape?: (value: unknown) => string },
  filters: ReadonlyArray<readonly [name: string, filter: FilterImplOptions]>
) => {
  const engine = new Liquid({ ...options, ...extra })
  for (const tag of partialTags) Reflect.deleteProperty(engine.tags, tag)
  for (const [name, tag] of Object.entries(boundedTags)) engine.registerTag(name, tag)
  for (const [name, filter] of filters) engine.registerFilter(name, filter)
  engine.renderer.renderTemplates = renderTemplates
  return engine
}

const engines = {
  html: makeEngine({ outputEscape: (value) => escapeHtml(textOf(value)) }, [...boundedFilters, ...boundedHtmlFilters]),
  plain: makeEngine({}, boundedFilters)
}
const parsers = { html: makeParser(engines.html), plain: makeParser(engines.plain) }
const engineOf = (kind: TemplateKind) => (kind === "html" ? engines.html : engines.plain)

// The message of a Liquid error may repeat a tag, which may be as long as the template.
const maxReasonLength = 500

const reasonOf = (error: unknown): string =>
  error instanceof Error ? beginning(error.message.split("\n", 1)[0] ?? "", maxReasonLength) : "it can't be read"

/** Characters of a template in outputs and tags. 0 for one that ends inside a tag: it is not parsed any further. */
export const markupOf = (source: string): number =>
  Result.try(() => new Tokenizer(source).readTopLevelTokens()).pipe(
    Result.map((tokens) => tokens.reduce((sum, one) => sum + (one.kind === TokenKind.HTML ? 0 : one.size()), 0)),
    Result.getOrElse(() => 0)
  )

/**
 * The issues of a template as messages: syntax, unknown filters, variables that do not exist, forms of other services, and links
 * that no reader can open (contract §10, §12).
 */
export const checkTemplate = (kind: TemplateKind, source: string, known: KnownVariables): ReadonlyArray<string> => {
  const foreign = foreignIssues(source, known)
  // A link to a form of another service is one issue, not two.
  const links = kind === "html" && foreign.length === 0 ? deadLinks(source) : []
  return [...foreign, ...links, ...dateIssues(source), ...liquidIssues(kind, source, known)]
}

/** The variables that a template reads, by their segments. None for a template that is no Liquid. */
export const variablesOf = (kind: TemplateKind, source: string): ReadonlyArray<ReadonlyArray<unknown>> =>
  Result.try(() => engineOf(kind).parseAndAnalyzeSync(source, undefined, { partials: false })).pipe(
    Result.map(({ globals }) =>
      Object.values(globals)
        .flat()
        .map(({ segments }) => segments)
    ),
    Result.getOrElse(() => [])
  )

const liquidIssues = (kind: TemplateKind, source: string, known: KnownVariables): ReadonlyArray<string> =>
  Result.match(
    Result.try(() => engineOf(kind).parseAndAnalyzeSync(source, undefined, { partials: false })),
    {
      onFailure: (error) => [`Is not valid Liquid: ${reasonOf(error)}${errorHint(reasonOf(error))}`],
      onSuccess: ({ globals }) => {
        const unknown = Object.values(globals)
          .flat()
          .filter(({ segments }) => !isKnown(segments, known))
          .map(
            (variable) =>
              `Unknown variable ${variable.toString()}, line ${variable.location.row}${variableHint(variable.segments, known)}`
          )
        return [...new Set(unknown)]
      }
    }
  )

/**
 * Renders a template for readers of a locale; a variable without a value is an empty string. The templates of one message share one budget
 * (contract §10). A variable with one of the `addresses` counts as the template's own text.
 */
export const render = (
  kind: TemplateKind,
  source: string,
  data: Readonly<Record<string, unknown>>,
  budget = makeRenderBudget(),
  locale = neutralLocale,
  addresses: ReadonlyArray<string> = []
): Effect.Effect<TemplateOutput, TemplateFailed> =>
  Effect.try({
    try: () =>
      fitted(
        kind,
        budget.timed(() => renderWithin(kind, source, data, budget, locale, addresses))
      ),
    catch: (error) =>
      new TemplateFailed({
        reason: `The template failed: ${reasonOf(error)}`,
        ...(isTooLong(error) ? { isTooLong: true } : {})
      })
  })

const renderWithin = (
  kind: TemplateKind,
  source: string,
  data: object,
  budget: RenderBudget,
  locale: TemplateLocale,
  addresses: ReadonlyArray<string>
): TemplateOutput => {
  const engine = engineOf(kind)
  const parsed = (kind === "html" ? parsers.html : parsers.plain)(source, budget)
  const own = ownTexts(parsed, addresses)
  const emitter = new OutputEmitter(budget, own)
  const context = new TemplateContext(data, engine, budget, own, locale)
  toValueSync(engine.renderer.renderTemplates([...parsed.templates], context, emitter))
  return { text: emitter.buffer, data: emitter.data }
}

// Formatted sums have spaces that are not in the alphabet of texts: one of them doubles the price.
const withPlainSpaces = (text: string): string => text.replaceAll("\u00a0", " ").replaceAll("\u202f", " ")

const fitted = (kind: TemplateKind, { text, data }: TemplateOutput): TemplateOutput => {
  if (kind === "html") return { text, data }
  if (kind === "subject")
    return { text: beginning(text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim(), 255), data: [] }
  const cut = text.length - text.trimStart().length
  return {
    text: beginning(withPlainSpaces(text.trim()), maxSmsLength),
    data: data.map(([from, to]) => [from - cut, to - cut])
  }
}
