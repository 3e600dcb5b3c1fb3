/** Words of failed calls. */
import { counted } from "./common.ts"

/** The message of the error itself, which no page shows. */
export const callFailed = "The call failed"

// Titles
export const somethingWrong = "Something went wrong"
export const notFound = "Not found"
export const couldNotSignIn = "Couldn't sign in"
export const alreadyContact = "Already a contact"
export const openContact = "Open the contact"
export const fixBeforeSaving = (problems: number) => `Fix ${counted(problems, "problem")} before saving`

// Messages
export const contactTaken = "There is a contact with this address."
export const mediaInUse = (uses: ReadonlyArray<{ readonly kind: string; readonly name: string }>) =>
  `It is shown by: ${uses.map(({ kind, name }) => `${kind} ${name}`).join(", ")}.`
export const senderInUse = (uses: ReadonlyArray<{ readonly kind: string; readonly name: string }>) =>
  `E-mail comes from it in: ${uses.map(({ kind, name }) => `${kind} ${name}`).join(", ")}. Choose another sender there first.`
export const wrongCredentials = "Wrong e-mail or password."
export const deletedOrElsewhere = "It may have been deleted, or belong to another account."
export const sessionExpired = "Your session has expired. Sign in again."
export const forbidden = "You don't have permission to do this."
export const rateLimited = (seconds: number) => `Too many attempts. Try again in ${counted(seconds, "second")}.`
export const unanswered = "Couldn't reach Tally. Try again when it is back."
export const unavailable = "Tally is busy right now. Try again in a moment."
export const unexpected = "Tally didn't answer as expected. Try again in a moment."
