import { Result } from "effect"
import { contactLimits } from "../capacity/quotas.ts"
import type { FullContact } from "../contacts/Contact.ts"
import type { ContactWrite } from "../contacts/decideContact.ts"
import { isOptOut } from "../contacts/Consent.ts"
import { parseObject, textOf } from "../json/Json.ts"

const tagsIn = (json: string): ReadonlyArray<unknown> => {
  const tags: unknown = JSON.parse(json)
  return Array.isArray(tags) ? tags : []
}

const joinedTags = (before: string, added: string): string => {
  const tags = new Set([...tagsIn(before), ...tagsIn(added)])
  return tags.size === tagsIn(before).length ? before : JSON.stringify([...tags].slice(0, contactLimits.tags))
}

const joinedFields = (before: string, added: string): string => {
  const [known, given] = [parseObject(Buffer.from(before)), parseObject(Buffer.from(added))]
  if (Result.isFailure(known) || Result.isFailure(given)) return added
  const fields = new Map(Object.entries(known.success))
  for (const [name, value] of Object.entries(given.success)) {
    if (fields.has(name) || fields.size < contactLimits.customFields) fields.set(name, value)
  }
  return textOf(Object.fromEntries(fields))
}

/**
 * A record as it is written to a contact that exists (contract §16): tags and custom fields join those that it has, unless whoever runs the
 * import chose to replace them, and `never_subscribed` takes nothing away: a file that does not know a yes is no no. Pure.
 */
export const joinedWrite = (write: ContactWrite, contact: FullContact): ContactWrite => {
  const { email_consent, sms_consent, tags, custom_fields, ...fields } = write.fields
  const isKept = (value: string | undefined, state: FullContact["email_consent"] | FullContact["sms_consent"]) =>
    value === "never_subscribed" && !isOptOut(state)
  return {
    ...write,
    fields: {
      ...fields,
      ...(email_consent === undefined || isKept(email_consent, contact.email_consent) ? {} : { email_consent }),
      ...(sms_consent === undefined || isKept(sms_consent, contact.sms_consent) ? {} : { sms_consent }),
      ...(tags === undefined ? {} : { tags: write.replaces === true ? tags : joinedTags(contact.tags, tags) }),
      ...(custom_fields === undefined
        ? {}
        : {
            custom_fields: write.replaces === true ? custom_fields : joinedFields(contact.custom_fields, custom_fields)
          })
    }
  }
}
