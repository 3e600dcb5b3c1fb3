import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ManagedAccount, AccountChange, BusinessInput } from "../../domain/accounts/ManagedAccount.ts"
import { PageQuery } from "../../domain/lists/Page.ts"
import { BodyErrors, NotFoundBody, UnavailableBody } from "../Errors.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { created, page, single } from "./envelopes.ts"
import { ForbiddenBody } from "./Errors.ts"

/**
 * `setup_link` invites the owner and is shown this one time: null when they were given a password, or when it is `mailed` to them and
 * nobody else sees it. Neither, without a password: the mail server failed; invite them again as a user.
 */
const OpenedBusiness = Schema.Struct({
  ...ManagedAccount.fields,
  setup_link: Schema.NullOr(Schema.String),
  mailed: Schema.Boolean
})

export class AccountsGroup extends HttpApiGroup.make("accounts")
  .add(
    HttpApiEndpoint.get("read", "/accounts/:account", {
      params: { account: Schema.String },
      success: single(ManagedAccount)
    }),
    HttpApiEndpoint.patch("change", "/accounts/:account", {
      params: { account: Schema.String },
      payload: AccountChange,
      success: single(ManagedAccount),
      error: [...BodyErrors, ForbiddenBody, NotFoundBody, UnavailableBody]
    })
  )
  .middleware(AccountAccess)
  .add(
    HttpApiEndpoint.get("list", "/accounts", {
      query: PageQuery,
      success: page(ManagedAccount),
      error: UnavailableBody
    }),
    HttpApiEndpoint.post("open", "/accounts", {
      payload: BusinessInput,
      success: created(OpenedBusiness),
      error: [...BodyErrors, ForbiddenBody, UnavailableBody]
    })
  )
  .middleware(SignedIn) {}
