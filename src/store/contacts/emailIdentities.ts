import { domainToUnicode } from "node:url"
import { asciiLowerCase, emailKey } from "../../domain/contacts/Email.ts"
import { emailIdentity } from "../../domain/contacts/Suppressions.ts"

/**
 * What a decision about an address may be remembered under: its key first, then the forms of it from before domains were compared
 * in ASCII. A hash does not tell which address it is of, so that those can only be found by the address itself.
 */
export const emailIdentities = (email: string): ReadonlyArray<string> => {
  const key = emailKey(email)
  const at = key.lastIndexOf("@") + 1
  const earlier = [key.slice(0, at) + domainToUnicode(key.slice(at)), asciiLowerCase(email)]
  return [...new Set([emailIdentity(email), ...earlier.map((form) => `email|${form}`)])]
}
