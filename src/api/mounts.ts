import { Context, Schema } from "effect"
import { HttpApi, HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"
import type { AccountRole } from "../domain/accounts/AccountRole.ts"
import type { Scope } from "../domain/accounts/Scope.ts"
import { Authorization, RequiredScope } from "./Authorization.ts"
import { AccountAccess, RequiredRole, SignedIn } from "./dashboard/Access.ts"
import { fieldsOf } from "./fieldsOf.ts"

/** The requirements of an endpoint: a scope of a token, a role of a user. */
export const access = (scope: Scope, role: AccountRole = "member") =>
  Context.make(RequiredScope, scope).pipe(Context.add(RequiredRole, role))

/** A group on an account's data for tokens, below `/v1`. Unknown and repeated query parameters are rejected (contract §4). */
export const forTokens = <Id extends string, Endpoints extends HttpApiEndpoint.Constraint>(
  group: HttpApiGroup.HttpApiGroup<Id, Endpoints>
) => group.annotate(HttpApi.QueryParseOptions, { errors: "all", onExcessProperty: "error" }).middleware(Authorization)

type WithAccount<Part> = { readonly account: string } & ([Part] extends [never] ? unknown : Part)

/** An endpoint below the account in its path. */
type OfAccount<Endpoint> =
  Endpoint extends HttpApiEndpoint.HttpApiEndpoint<
    infer Id,
    infer Method,
    infer Path,
    infer Params,
    infer Query,
    infer Payload,
    infer Headers,
    infer Success,
    infer Errors,
    infer Middleware,
    infer Services
  >
    ? HttpApiEndpoint.HttpApiEndpoint<
        Id,
        Method,
        `/accounts/:account${Path}`,
        Schema.Codec<WithAccount<Params["Type"]>, WithAccount<Params["Encoded"]>>,
        Query,
        Payload,
        Headers,
        Success,
        Errors,
        Middleware,
        Services
      >
    : never

const paramsWithAccount = (params: unknown) =>
  HttpApiEndpoint.get("any", "/", {
    params: { account: Schema.String, ...(Schema.isSchema(params) ? fieldsOf(params) : {}) }
  }).params

// The parameter `account` is added at run time: no type of the library tells that.
const isOfAccount = <Id extends string, Endpoints extends HttpApiEndpoint.Constraint>(
  group: unknown,
  _of: HttpApiGroup.HttpApiGroup<Id, Endpoints>
): group is HttpApiGroup.HttpApiGroup<Id, OfAccount<Endpoints>> => typeof group === "function"

/** The same group for the users of the dashboard, below the account in the path. */
export const forUsers = <Id extends string, Endpoints extends HttpApiEndpoint.Constraint>(
  group: HttpApiGroup.HttpApiGroup<Id, Endpoints>
) => {
  const below: unknown = group.prefix("/accounts/:account")
  if (!isOfAccount(below, group)) throw new TypeError("A group is a function")
  for (const endpoint of Object.values<object>(below.endpoints))
    Object.assign(endpoint, { params: paramsWithAccount(Reflect.get(endpoint, "params")) })
  return below.middleware(AccountAccess).middleware(SignedIn)
}
