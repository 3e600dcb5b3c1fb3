import { Option, Schema } from "effect"
import { Conditions } from "../../domain/conditions/Condition.ts"

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Conditions))

/** The conditions of a list of contacts by the text in its address; undefined where it has none, or text that is none. */
export const readConditions = (text: string): Conditions | undefined =>
  Option.getOrUndefined(Option.filter(decode(text), (conditions) => conditions.length > 0))

// Servers refuse longer addresses, of which this may be a part.
const maxLength = 4_000

/** The text of conditions in the address of a list; `""` without any, and where it is too long. */
export const conditionsText = (conditions: Conditions): string => {
  const text = conditions.length === 0 ? "" : JSON.stringify(conditions)
  return encodeURIComponent(text).length > maxLength ? "" : text
}
