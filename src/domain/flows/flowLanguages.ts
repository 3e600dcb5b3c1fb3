import { Schema } from "effect"
import { missingLanguages } from "../campaigns/missingLanguages.ts"
import type { OwnValues } from "../contacts/ContactValues.ts"
import { Language } from "../languages/Language.ts"
import { languageOfTag } from "../languages/messageWords.ts"
import type { Definition } from "./Definition.ts"
import { stepsOf } from "./stepsOf.ts"

/**
 * The languages that contacts read and some message of a flow lacks, most contacts first, which prevents nothing. `read` of `total` contacts were
 * looked at: where these are fewer, the numbers are the least.
 */
export const FlowLanguages = Schema.Struct({
  read: Schema.Int,
  total: Schema.Int,
  missing: Schema.Array(Schema.Struct({ language: Language, contacts: Schema.Int }))
}).annotate({ identifier: "FlowLanguages" })
export type FlowLanguages = typeof FlowLanguages.Type

/** The languages that messages of a flow lack, by those that contacts read. `account` is the account's language. Pure. */
export const flowLanguages = (
  definition: Pick<Definition, "steps">,
  account: Language | null,
  { read, total, languages }: Pick<OwnValues, "read" | "total" | "languages">
): FlowLanguages => {
  const messages = stepsOf(definition).flatMap(({ step }) =>
    step.type === "send_email" || step.type === "send_sms" ? [step] : []
  )
  const readers = languages.map(({ value, contacts }) => ({ language: languageOfTag(value), count: contacts }))
  return {
    read,
    total,
    missing: missingLanguages(messages, account, readers).map(({ language, recipients }) => ({
      language,
      contacts: recipients
    }))
  }
}
