import { Effect, Result, Schema } from "effect"
import { Context, Liquid, Token, TokenKind, Tokenizer } from "liquidjs"
import { longestHtml } from "../domain/flow/Definition.ts"
import { beginning } from "../domain/Text.ts"
import { positionIn } from "./positionIn.ts"
import { shortRanges } from "./shortRanges.ts"

/** Where text goes: output in `html` is escaped, a `subject` is one line, an `sms` is cut to what providers take. */
type TemplateKind = "subject" | "html" | "sms"

/** The variables a template may name: `true` for a value, or for one whose members are not known beforehand. */
export interface Known {
  readonly [name: string]: true | Known
}

/** A template that can't be rendered with the data at hand; trying again would not help. */
export class TemplateFailed extends Schema.TaggedError<TemplateFailed>()("TemplateFailed", { reason: Schema.String }) {}

// Nothing is read from disk, nothing inherited is seen, and no template runs for long: others wait meanwhile. What is parsed is
// counted in UTF-16 units, of which a character has two at most.
const limits = { parseLimit: 2 * longestHtml, renderLimit: 500, memoryLimit: 500_000 }
const mostPieces = 50_000
// So few pieces take long only where the machine stands still, which is no fault of the template.
const fewPieces = 1_000

const options = {
  ...limits,
  templates: {},
  strictFilters: true,
  ownPropertyOnly: true,
  timezoneOffset: 0
}

// Liquid's own way walks to a line from the start of the text for each variable: 16 s of the thread that serves everyone for 40,000.
Token.prototype.getPosition = function () {
  return positionIn(this.input, this.begin)
}
const partials = ["include", "render", "layout", "block"]

const engine = (extra: { readonly outputEscape?: "escape" }) => {
  const made = new Liquid({ ...options, ...extra })
  for (const tag of partials) Reflect.deleteProperty(made.tags, tag)
  for (const [name, tag] of Object.entries(shortRanges)) made.registerTag(name, tag)
  return made
}

const engines = { html: engine({ outputEscape: "escape" }), plain: engine({}) }
const engineOf = (kind: TemplateKind) => (kind === "html" ? engines.html : engines.plain)

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : "it can't be read"

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

/** Renders a template; a variable that the data lack is an empty string. */
export const render = (
  kind: TemplateKind,
  source: string,
  data: Readonly<Record<string, unknown>>
): Effect.Effect<string, TemplateFailed> =>
  Effect.try({
    try: () => fit(kind, String(renderWithin(engineOf(kind), source, data))),
    catch: (error) => new TemplateFailed({ reason: `The template failed: ${reasonOf(error)}` })
  })

const renderWithin = (made: Liquid, source: string, data: object): unknown => {
  const template = made.parse(source)
  const context = new Context(data, made.options, { sync: true }, { liquid: made })
  const { renderLimit } = context
  const checkTime = renderLimit.check.bind(renderLimit)
  let pieces = 0
  renderLimit.check = (time) => {
    pieces += 1
    if (pieces > mostPieces) throw new Error(`more than ${mostPieces} pieces`)
    if (pieces > fewPieces) checkTime(time)
  }
  return made.renderSync(template, context)
}

const fit = (kind: TemplateKind, text: string): string => {
  if (kind === "html") return text
  if (kind === "sms") return beginning(text.trim(), 1_600)
  return beginning(text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim(), 255)
}
