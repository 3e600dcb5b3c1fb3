import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import {
  ListedTemplate,
  SavedTemplate,
  TemplateChange,
  TemplateInput,
  TemplateListQuery
} from "../domain/templates/SavedTemplate.ts"
import { created, page, single } from "./envelopes.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "./Errors.ts"
import { access } from "./mounts.ts"

const params = { id: Schema.String }

/** The mails and blocks that an account saved for use again (contract §24). */
export class TemplatesGroup extends HttpApiGroup.make("templates").add(
  HttpApiEndpoint.get("list", "/templates", {
    query: TemplateListQuery,
    success: page(ListedTemplate),
    error: [ValidationFailedBody, UnavailableBody]
  })
    .annotateMerge(access("templates_read"))
    .annotate(OpenApi.Summary, "List saved templates")
    .annotate(OpenApi.Description, "By name, without their content; `kind` keeps mails or blocks alone."),
  HttpApiEndpoint.post("create", "/templates", {
    payload: TemplateInput,
    success: created(SavedTemplate),
    error: [...BodyErrors, UnavailableBody]
  })
    .annotateMerge(access("templates_write"))
    .annotate(OpenApi.Summary, "Save a template")
    .annotate(
      OpenApi.Description,
      "A mail of blocks, or one block, to begin others with. It need not be finished. Mails that are made of it are their own: a template that is deleted changes none."
    ),
  HttpApiEndpoint.get("get", "/templates/:id", {
    params,
    success: single(SavedTemplate),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("templates_read"))
    .annotate(OpenApi.Summary, "Read a saved template")
    .annotate(OpenApi.Description, "With its content."),
  HttpApiEndpoint.patch("rename", "/templates/:id", {
    params,
    payload: TemplateChange,
    success: single(SavedTemplate),
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("templates_write"))
    .annotate(OpenApi.Summary, "Rename a saved template")
    .annotate(OpenApi.Description, "Its content stays; save another one to change it."),
  HttpApiEndpoint.delete("remove", "/templates/:id", {
    params,
    success: single(SavedTemplate),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("templates_write"))
    .annotate(OpenApi.Summary, "Delete a saved template")
    .annotate(OpenApi.Description, "The answer is the template as it was. What was made of it stays.")
) {}
