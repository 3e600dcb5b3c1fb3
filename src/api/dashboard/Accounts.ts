import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { AccessibleAccount, ManagedAccount, AccountChange, BusinessInput } from "../../domain/accounts/Account.ts"
import { PageQuery } from "../../domain/lists/Page.ts"
import { BodyErrors, NotFoundBody, UnavailableBody } from "../Errors.ts"
import { AccountAccess, RequiredRole, SignedIn } from "./Access.ts"
import { created, page, single } from "../envelopes.ts"
import { ForbiddenBody } from "./Errors.ts"

/**
 * `setup_link` invites the owner and is shown this one time. It is null if the owner has a password, or if the link was `mailed`. If
 * neither holds, the mail server failed: invite the owner again as a member.
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
      success: single(AccessibleAccount)
    }).annotate(RequiredRole, "member"),
    HttpApiEndpoint.patch("change", "/accounts/:account", {
      params: { account: Schema.String },
      payload: AccountChange,
      success: single(ManagedAccount),
      error: [...BodyErrors, ForbiddenBody, NotFoundBody, UnavailableBody]
    }).annotate(RequiredRole, "owner")
  )
  .middleware(AccountAccess)
  .add(
    HttpApiEndpoint.get("list", "/accounts", {
      query: PageQuery,
      success: page(AccessibleAccount),
      error: UnavailableBody
    }).annotate(RequiredRole, "user"),
    HttpApiEndpoint.post("open", "/accounts", {
      payload: BusinessInput,
      success: created(OpenedBusiness),
      error: [...BodyErrors, UnavailableBody]
    }).annotate(RequiredRole, "operator")
  )
  .middleware(SignedIn) {}
