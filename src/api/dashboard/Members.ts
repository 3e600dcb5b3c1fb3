import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Invitation, Member, MemberChange, RemovedMember } from "../../domain/accounts/Member.ts"
import { MadeCredential, RevokedCredentials } from "../../domain/accounts/MadeCredential.ts"
import { PageQuery } from "../../domain/lists/Page.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { AccountAccess, RequiredRole, SignedIn } from "./Access.ts"
import { created, page, single } from "../envelopes.ts"
import { ForbiddenBody } from "./Errors.ts"

const account = { account: Schema.String }
const params = { account: Schema.String, id: Schema.String }

/**
 * `link` is shown this one time, or is null if it was `mailed` to the invited person. If neither holds, the mail server failed: invite
 * the person again.
 */
const Invited = Schema.Struct({ ...Member.fields, link: Schema.NullOr(Schema.String), mailed: Schema.Boolean })

/** `link` is shown this one time. */
const Reset = Schema.Struct({ ...Member.fields, link: Schema.String })

/** The members of an account. */
export class MembersGroup extends HttpApiGroup.make("members")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/users", {
      params: account,
      query: PageQuery,
      success: page(Member),
      error: UnavailableBody
    }).annotate(RequiredRole, "member"),
    HttpApiEndpoint.post("invite", "/accounts/:account/users", {
      params: account,
      payload: Invitation,
      success: created(Invited),
      error: [...BodyErrors, NotFoundBody, UnavailableBody]
    }).annotate(RequiredRole, "owner"),
    HttpApiEndpoint.patch("change", "/accounts/:account/users/:id", {
      params,
      payload: MemberChange,
      success: single(Member),
      error: [...BodyErrors, NotFoundBody, UnavailableBody]
    }).annotate(RequiredRole, "owner"),
    HttpApiEndpoint.post("reset", "/accounts/:account/users/:id/password-reset", {
      params,
      success: created(Reset),
      error: [ValidationFailedBody, ForbiddenBody, NotFoundBody, UnavailableBody]
    }).annotate(RequiredRole, "owner"),
    // Credentials that the member made and may have kept; `total` counts them all.
    HttpApiEndpoint.get("credentials", "/accounts/:account/users/:id/credentials", {
      params,
      success: Schema.Struct({ data: Schema.Array(MadeCredential), total: Schema.Int }),
      error: [NotFoundBody, UnavailableBody]
    }).annotate(RequiredRole, "owner"),
    HttpApiEndpoint.delete("remove", "/accounts/:account/users/:id", {
      params,
      query: { revoke_credentials: Schema.optionalKey(RevokedCredentials) },
      success: single(RemovedMember),
      error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
    }).annotate(RequiredRole, "owner")
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
