import { Schema } from "effect"
import { leaf, madeUpText } from "../json/Leaf.ts"
import { fits } from "../values/Text.ts"

/** A user of the dashboard. The operator runs the service and may act for every account. */
export const User = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  operator: Schema.Boolean
}).annotate({ identifier: "User" })
export type User = typeof User.Type

const maxLength = 1024

/** A new password: 8 to 1,024 characters, in NFKC so that equivalent spellings of a character match. */
export const Password = leaf({
  to: Schema.String.check(madeUpText(/^[a-zA-Z0-9 äß-]{8,40}$/)),
  json: { type: "string", format: "password", minLength: 8, maxLength },
  message: "Must have 8 to 1024 characters",
  decode: (value) => {
    const password = typeof value === "string" && fits(value, maxLength) ? value.normalize("NFKC") : ""
    return !fits(password, 7) && fits(password, maxLength) ? password : undefined
  },
  encode: (password) => password
})
