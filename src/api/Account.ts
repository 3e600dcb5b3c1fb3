import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Account } from "../domain/accounts/Account.ts"
import { Authorization } from "./Authorization.ts"
import { UnavailableBody } from "./Errors.ts"

export class AccountGroup extends HttpApiGroup.make("account")
  .add(
    HttpApiEndpoint.get("get", "/account", { success: Schema.Struct({ data: Account }), error: UnavailableBody })
      .annotate(OpenApi.Summary, "Read the account")
      .annotate(
        OpenApi.Description,
        "The token's account, or the subaccount that `Service-Account-Id` names. `subaccounts` lists the subaccounts that the header may name, oldest first."
      )
  )
  .middleware(Authorization) {}
