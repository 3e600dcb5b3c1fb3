import { BodyLimit } from "../../api/BodyLimit.ts"

/** The most bytes of a JSON body, except of an event (contract §1). */
export const bodyLimit = BodyLimit.defaultValue()
