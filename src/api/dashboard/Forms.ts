import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { FormInput } from "../../domain/forms/Form.ts"
import { FormDetails, FormPreview, ListedForm, ShownForm, SignUpReport } from "../../domain/forms/ShownForm.ts"
import { Period } from "../../domain/reports/Activity.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { created, single } from "./envelopes.ts"

const params = { account: Schema.String, id: Schema.String }
const error = [NotFoundBody, UnavailableBody] as const

/** Sign-up forms (contract §16). */
export class FormsGroup extends HttpApiGroup.make("forms")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/forms", {
      params: { account: Schema.String },
      success: single(Schema.Array(ListedForm)),
      error: UnavailableBody
    }).annotate(OpenApi.Summary, "List the forms with their sign-ups of the last 30 days"),
    HttpApiEndpoint.post("create", "/accounts/:account/forms", {
      params: { account: Schema.String },
      payload: FormInput,
      success: created(ShownForm),
      error: [...BodyErrors, UnavailableBody]
    }),
    HttpApiEndpoint.post("preview", "/accounts/:account/form-preview", {
      params: { account: Schema.String },
      payload: FormInput,
      success: single(FormPreview),
      error: [...BodyErrors, ...error]
    }).annotate(
      OpenApi.Summary,
      "The page of a form as HTML, and the messages that ask to confirm, before it is saved"
    ),
    HttpApiEndpoint.get("read", "/accounts/:account/forms/:id", { params, success: single(FormDetails), error }),
    HttpApiEndpoint.put("save", "/accounts/:account/forms/:id", {
      params,
      payload: FormInput,
      success: single(ShownForm),
      error: [...BodyErrors, ...error]
    }).annotate(OpenApi.Summary, "Replace a form; a changed wording becomes a new version"),
    HttpApiEndpoint.delete("remove", "/accounts/:account/forms/:id", { params, success: single(ShownForm), error }),
    HttpApiEndpoint.get("signUps", "/accounts/:account/forms/:id/sign-ups", {
      params,
      query: { days: Schema.optionalKey(Period) },
      success: single(SignUpReport),
      error: [ValidationFailedBody, ...error]
    }).annotate(OpenApi.Summary, "Sign-ups by day, by default of the last 30 days")
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
