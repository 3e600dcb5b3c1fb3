import { Option, Schema } from "effect"
import { Conditions } from "../../domain/conditions/Condition.ts"

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Conditions))

/** The conditions of a list of contacts by the text in its address; undefined where it has none, or text that is none. */
export const readConditions = (text: string): Conditions | undefined =>
  Option.getOrUndefined(Option.filter(decode(text), (conditions) => conditions.length > 0))

/** The text of conditions in the address of a list; `""` without any. */
export const conditionsText = (conditions: Conditions): string =>
  conditions.length === 0 ? "" : JSON.stringify(conditions)
