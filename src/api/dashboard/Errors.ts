import { Forbidden, NotSignedIn, WrongCredentials } from "../../domain/accounts/SignIn.ts"
import { wire } from "../Errors.ts"

export const NotSignedInBody = wire({
  error: NotSignedIn,
  status: 401,
  code: "unauthorized",
  encode: () => ({ message: "You are not signed in, or the session has ended" }),
  decode: () => new NotSignedIn()
})

export const WrongCredentialsBody = wire({
  error: WrongCredentials,
  status: 401,
  code: "unauthorized",
  encode: () => ({ message: "The e-mail or the password is wrong", details: [{ field: "password", message: "" }] }),
  decode: () => new WrongCredentials()
})

export const ForbiddenBody = wire({
  error: Forbidden,
  status: 403,
  code: "insufficient_scope",
  encode: ({ message }) => ({ message }),
  decode: () => new Forbidden({ message: "" })
})
