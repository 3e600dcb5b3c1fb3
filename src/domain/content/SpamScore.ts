import { Option, Schema } from "effect"
import { beginning, singleLine } from "../values/Text.ts"

/** A rule of a spam filter that adds points to a mail. */
interface SpamRule {
  readonly name: string
  readonly points: number
  readonly description: string
}

/** The score that a spam filter gives a mail, with the rules that add most first; or why there is none. */
export type SpamScore =
  | {
      readonly _tag: "scored"
      readonly points: number
      readonly limit: number
      readonly action: string
      readonly rules: ReadonlyArray<SpamRule>
    }
  | { readonly _tag: "unscored"; readonly reason: string }

const Points = Schema.Finite.check(Schema.isBetween({ minimum: -1_000_000, maximum: 1_000_000 }))

const Reply = Schema.fromJsonString(
  Schema.Struct({
    score: Points,
    required_score: Points,
    action: Schema.String,
    symbols: Schema.Record(
      Schema.String,
      Schema.Struct({ score: Points, description: Schema.optionalKey(Schema.String) })
    )
  })
)

const decodeReply = Schema.decodeUnknownOption(Reply)

/** Rules that are named, the heaviest ones. */
const maxRules = 6

const leastPoints = 0.1

const isName = (name: string): boolean => /^[\w.:-]{1,64}$/.test(name)

/** Reads Rspamd's reply to `/checkv2`. Pure. */
export const readSpamScore = (reply: string): SpamScore => {
  const decoded = decodeReply(reply)
  if (Option.isNone(decoded)) return { _tag: "unscored", reason: "its answer can't be read" }
  const { score, required_score, action, symbols } = decoded.value
  const rules = Object.entries(symbols)
    .flatMap(([name, { score: points, description = "" }]) =>
      points >= leastPoints && isName(name)
        ? [{ name, points, description: beginning(singleLine(description.toWellFormed()), 120) }]
        : []
    )
    .sort((one, other) => other.points - one.points || (one.name < other.name ? -1 : 1))
    .slice(0, maxRules)
  return { _tag: "scored", points: score, limit: required_score, action, rules }
}

const effects: ReadonlyMap<string, string> = new Map([
  ["greylist", "would keep it waiting"],
  ["soft reject", "would keep it waiting"],
  ["add header", "would put it into the spam folder"],
  ["rewrite subject", "would put it into the spam folder"],
  ["reject", "would refuse it"]
])

const ruleText = ({ name, points, description }: SpamRule): string =>
  `${name} ${points.toFixed(1)}${description === "" ? "" : ` (${description})`}`

/** Whether a spam filter lets a mail pass, in words with its points and the rules that add to them. */
export const SpamCheck = Schema.Struct({ passed: Schema.Boolean, detail: Schema.String }).annotate({
  identifier: "SpamCheck"
})
export type SpamCheck = typeof SpamCheck.Type

/** The line of the checklist that tells the score. Pure. */
export const spamCheck = (score: SpamScore): SpamCheck => {
  if (score._tag === "unscored")
    return { passed: false, detail: `The spam filter could not be asked: ${score.reason}. Try again later` }
  const { points, limit, action, rules } = score
  const passed = action === "no action"
  const effect = passed ? "lets it pass" : (effects.get(action) ?? "would not simply deliver it")
  const added = rules.length === 0 ? "" : `. Points are added by ${rules.map(ruleText).join(", ")}`
  return {
    passed,
    detail: `The spam filter ${effect} (${points.toFixed(1)} points; from ${limit.toFixed(1)} on it refuses mail)${added}`
  }
}
