import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ManagedAccount, SubaccountInput } from "../../domain/accounts/Account.ts"
import { PageQuery } from "../../domain/lists/Page.ts"
import { BodyErrors, UnavailableBody } from "../Errors.ts"
import { AccountAccess, RequiredRole, SignedIn } from "./Access.ts"
import { created, page } from "../envelopes.ts"

export class SubaccountsGroup extends HttpApiGroup.make("subaccounts")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/subaccounts", {
      params: { account: Schema.String },
      query: PageQuery,
      success: page(ManagedAccount),
      error: UnavailableBody
    }).annotate(RequiredRole, "member"),
    HttpApiEndpoint.post("create", "/accounts/:account/subaccounts", {
      params: { account: Schema.String },
      payload: SubaccountInput,
      success: created(ManagedAccount),
      error: [...BodyErrors, UnavailableBody]
    }).annotate(RequiredRole, "owner")
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
