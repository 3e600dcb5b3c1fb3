import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Invitation, Member, MemberChange, RemovedMember } from "../../domain/accounts/Member.ts"
import { PageQuery } from "../../domain/lists/Page.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { created, page, single } from "./envelopes.ts"
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

/** The members of an account. Every member may list them; only owners may change them. */
export class MembersGroup extends HttpApiGroup.make("members")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/users", {
      params: account,
      query: PageQuery,
      success: page(Member),
      error: UnavailableBody
    }),
    HttpApiEndpoint.post("invite", "/accounts/:account/users", {
      params: account,
      payload: Invitation,
      success: created(Invited),
      error: [...BodyErrors, ForbiddenBody, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.patch("change", "/accounts/:account/users/:id", {
      params,
      payload: MemberChange,
      success: single(Member),
      error: [...BodyErrors, ForbiddenBody, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.post("reset", "/accounts/:account/users/:id/password-reset", {
      params,
      success: created(Reset),
      error: [ValidationFailedBody, ForbiddenBody, NotFoundBody, UnavailableBody]
    }),
    // `revoke_credentials=true` also revokes the credentials that the member's `credentials` counts.
    HttpApiEndpoint.delete("remove", "/accounts/:account/users/:id", {
      params,
      query: { revoke_credentials: Schema.optionalKey(Schema.Literals(["true", "false"])) },
      success: single(RemovedMember),
      error: [ValidationFailedBody, ForbiddenBody, NotFoundBody, UnavailableBody]
    })
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
