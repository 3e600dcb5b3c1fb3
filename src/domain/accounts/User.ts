import { Schema } from "effect"
import { leaf, madeUpText } from "../json/Leaf.ts"
import { fits } from "../values/Text.ts"

/** A person who signs in. The operator runs the service and may act for every account. */
export const User = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  operator: Schema.Boolean
}).annotate({ identifier: "User" })
export type User = typeof User.Type

const most = 1024

/** A password to be set: 8 to 1,024 characters, as sent and with Unicode's several spellings of one character made one. */
export const Password = leaf({
  to: Schema.String.check(madeUpText(/^[a-zA-Z0-9 äß-]{8,40}$/)),
  json: { type: "string", format: "password", minLength: 8, maxLength: most },
  message: "Must have 8 to 1024 characters",
  decode: (value) => {
    const password = typeof value === "string" && fits(value, most) ? value.normalize("NFKC") : ""
    return !fits(password, 7) && fits(password, most) ? password : undefined
  },
  encode: (password) => password
})
