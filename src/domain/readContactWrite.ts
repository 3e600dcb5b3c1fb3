import { Effect } from "effect"
import { ContactInput, type contactRules, toContactFields } from "./ContactInput.ts"
import type { ContactWrite } from "./decideContact.ts"
import { decodeJson } from "./decodeJson.ts"
import type { JsonObject } from "./Json.ts"

/** Who writes contacts of an account, and the country of its national phone numbers. */
export interface ContactWriter extends Pick<ContactWrite, "account_id" | "cause" | "actor"> {
  readonly default_country: string
}

/** What a valid body asks for, but for the contact that it asks it of. */
export const contactWrite = ({ default_country, ...writer }: ContactWriter, input: ContactInput) => ({
  ...writer,
  fields: toContactFields(input, default_country),
  send_welcome_sms: input.send_welcome_sms !== false
})

/** A body as what it asks for, or everything that is wrong with it. */
export const readContactWrite = (rules: typeof contactRules, writer: ContactWriter, body: JsonObject) =>
  Effect.map(decodeJson(ContactInput, (raw) => rules(raw, writer.default_country))(body), (input) =>
    contactWrite(writer, input)
  )
