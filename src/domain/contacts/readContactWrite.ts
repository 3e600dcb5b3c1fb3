import { Effect } from "effect"
import { ContactInput, type contactRules, unreadablePhone, phoneNeeded, toContactFields } from "./ContactInput.ts"
import { needsPhone } from "./consentOnWrite.ts"
import type { ContactWrite } from "./decideContact.ts"
import type { JsonObject } from "../json/Json.ts"
import { type Handling, readBody } from "../json/readBody.ts"

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

// Consents and the welcome are what the call is about; a retired name is told, so that its caller learns the new one.
const secondary = new Set(["email", "phone", "first_name", "last_name", "tags", "custom_fields"])

/** A body as what it asks for and what was left out of it, or everything that is wrong with it. */
export const readContactWrite = (
  rules: typeof contactRules,
  writer: ContactWriter,
  body: JsonObject,
  handling: Handling
) =>
  Effect.map(
    readBody(
      {
        schema: ContactInput,
        unreadable: unreadablePhone(body, writer.default_country),
        rules,
        isSecondary: (member) => secondary.has(member),
        // An opt-in is one for the phone beside it, not for one that the contact has already.
        orphaned: (rest, leftOut) =>
          needsPhone(rest["sms_consent"]) && (leftOut.has("phone") || rules(rest).includes(phoneNeeded))
            ? [{ field: "sms_consent", message: "Says nothing without a phone" }]
            : []
      },
      body,
      handling
    ),
    ({ input, warnings }) => ({ write: contactWrite(writer, input), warnings })
  )
