import { observable } from "../observable.ts"

/** Whether a call found the session expired. Opens the sign-in dialog. */
export const sessionExpired = observable(false)

/** How many times the dialog signed in. A call that was sent before the last one says nothing of the session now. */
export const signIns = observable(0)
