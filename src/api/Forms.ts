import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { FormInput } from "../domain/forms/Form.ts"
import { FormTextLimits } from "../domain/forms/FormTextLimits.ts"
import { FormDetails, FormPreview, ListedForm, ShownForm, SignUpReport } from "../domain/forms/ShownForm.ts"
import { Period } from "../domain/reports/Activity.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "./Errors.ts"
import { access } from "./mounts.ts"
import { created, single } from "./envelopes.ts"

const params = { id: Schema.String }
const error = [NotFoundBody, UnavailableBody] as const

/** Sign-up forms (contract §16). */
export class FormsGroup extends HttpApiGroup.make("forms").add(
  HttpApiEndpoint.get("list", "/forms", {
    success: single(Schema.Array(ListedForm)),
    error: UnavailableBody
  })
    .annotateMerge(access("forms_read"))
    .annotate(OpenApi.Summary, "List the forms")
    .annotate(OpenApi.Description, "With their sign-ups of the last 30 days."),
  HttpApiEndpoint.post("create", "/forms", {
    payload: FormInput,
    success: created(ShownForm),
    error: [...BodyErrors, UnavailableBody]
  })
    .annotateMerge(access("forms_write"))
    .annotate(OpenApi.Summary, "Create a form")
    .annotate(OpenApi.Description, "The answer has the address of its page and the snippet for other sites."),
  HttpApiEndpoint.post("preview", "/form-preview", {
    payload: FormInput,
    success: single(FormPreview),
    error: [...BodyErrors, ...error]
  })
    .annotateMerge(access("forms_read"))
    .annotate(OpenApi.Summary, "Preview a form")
    .annotate(OpenApi.Description, "The page as HTML, and the messages that ask to confirm, before it is saved."),
  HttpApiEndpoint.get("get", "/forms/:id", {
    params,
    success: single(FormDetails),
    error
  })
    .annotateMerge(access("forms_read"))
    .annotate(OpenApi.Summary, "Read a form")
    .annotate(OpenApi.Description, "With the versions of its wording."),
  HttpApiEndpoint.put("save", "/forms/:id", {
    params,
    payload: FormInput,
    success: single(ShownForm),
    error: [...BodyErrors, ...error]
  })
    .annotateMerge(access("forms_write"))
    .annotate(OpenApi.Summary, "Replace a form")
    .annotate(OpenApi.Description, "A changed wording becomes a new version."),
  HttpApiEndpoint.delete("remove", "/forms/:id", {
    params,
    success: single(ShownForm),
    error
  })
    .annotateMerge(access("forms_write"))
    .annotate(OpenApi.Summary, "Delete a form")
    .annotate(OpenApi.Description, "Its page answers 404 from then on. The answer is the form as it was."),
  HttpApiEndpoint.get("readTexts", "/form-texts", {
    success: single(FormTextLimits),
    error: UnavailableBody
  })
    .annotateMerge(access("forms_read"))
    .annotate(OpenApi.Summary, "Read the limits of texts")
    .annotate(OpenApi.Description, "How many texts forms may ask people with, and in which countries."),
  HttpApiEndpoint.put("setTexts", "/form-texts", {
    payload: FormTextLimits,
    success: single(FormTextLimits),
    error: [...BodyErrors, UnavailableBody]
  })
    .annotateMerge(access("forms_write", "owner"))
    .annotate(OpenApi.Summary, "Set the limits of texts")
    .annotate(OpenApi.Description, "The texts an hour that forms may ask people with, and the countries."),
  HttpApiEndpoint.get("signUps", "/forms/:id/sign-ups", {
    params,
    query: { days: Schema.optionalKey(Period) },
    success: single(SignUpReport),
    error: [ValidationFailedBody, ...error]
  })
    .annotateMerge(access("forms_read"))
    .annotate(OpenApi.Summary, "Read the sign-ups of a form")
    .annotate(OpenApi.Description, "By day, by default of the last 30 days.")
) {}
