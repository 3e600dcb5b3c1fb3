/** Words of why a contact got a message. */
export const why = "Why the contact got it"
export const startedBy = "Started when"
export const startedAt = "Entered the flow"
export const consentThen = "Consent then"
export const neededConsent = "Needs a marketing consent"
export const yes = "Yes"
export const no = "No"
export const consentBy = "Given or changed by"
export const proof = "Proof"
export const allOf = "Conditions, all of which held:"
export const someGroup = "Conditions. All of one group held:"
export const none = "none"

/** A condition in words, with the value that it compared where that is known. */
export const conditionThen = (condition: string, value: string | undefined) =>
  value === undefined ? condition : `${condition} (then: ${value})`
