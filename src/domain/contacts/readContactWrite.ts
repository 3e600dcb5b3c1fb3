import { Effect } from "effect"
import { ContactInput, type contactRules, unreadablePhone, phoneNeeded, toContactFields } from "./ContactInput.ts"
import { needsPhone } from "./consentOnWrite.ts"
import type { ContactWrite } from "./decideContact.ts"
import type { JsonObject } from "../json/Json.ts"
import { decodeJson } from "../json/decodeJson.ts"
import { type Handling, readBody } from "../json/readBody.ts"

const decodeContactInput = decodeJson(ContactInput)

/** The caller of a contact write, and the country of its account's national phone numbers. */
export interface ContactWriter extends Pick<ContactWrite, "account_id" | "cause" | "actor"> {
  readonly default_country: string
}

/** The write of a valid body, without the id of its contact. */
export const contactWrite = ({ default_country, ...writer }: ContactWriter, input: ContactInput) => ({
  ...writer,
  fields: toContactFields(input, default_country),
  ...(input.consent_proof === undefined ? {} : { proof: input.consent_proof }),
  send_welcome_sms: input.send_welcome_sms !== false
})

// Members that lenient handling may leave out. Consents, the welcome and retired names are always reported.
const secondaryMembers = new Set(["email", "phone", "first_name", "last_name", "tags", "custom_fields"])

/** The write of a body, with a warning for each member that was left out. Fails with all issues of the body. */
export const readContactWrite = (
  rules: typeof contactRules,
  writer: ContactWriter,
  body: JsonObject,
  handling: Handling
) =>
  Effect.map(
    readBody(
      {
        decode: decodeContactInput,
        unreadable: unreadablePhone(body, writer.default_country),
        rules,
        isSecondary: (member) => secondaryMembers.has(member),
        // An opt-in is for the phone in the same body, not for a phone that the contact has already.
        orphaned: (rest, leftOut) =>
          needsPhone(rest["sms_consent"]) && (leftOut.has("phone") || rules(rest).includes(phoneNeeded))
            ? [{ field: "sms_consent", message: "Has no effect without a phone" }]
            : []
      },
      body,
      handling
    ),
    ({ input, warnings }) => ({ write: contactWrite(writer, input), warnings })
  )
