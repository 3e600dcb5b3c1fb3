import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { Page } from "../../domain/lists/Page.ts"
import type {
  ListedTemplate,
  SavedTemplate,
  TemplateInput,
  TemplateListQuery
} from "../../domain/templates/SavedTemplate.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { readOnly, transact, transactOnce } from "../../store/database/Transaction.ts"
import { MediaFiles } from "../../store/media/MediaFiles.ts"
import { makeTemplates } from "../../store/templates/Templates.ts"
import { requireMedia } from "../media/requireMedia.ts"

/** The operations on the templates that an account saved, each in one transaction (contract §24). */
export class EditTemplates extends Context.Service<
  EditTemplates,
  {
    /** By name. */
    readonly list: (account_id: string, query: TemplateListQuery) => Effect.Effect<Page<ListedTemplate>, Unavailable>
    readonly read: (account_id: string, template_id: string) => Effect.Effect<SavedTemplate, NotFound | Unavailable>
    /** Its pictures of the media library must be there, and stay as long as it. */
    readonly create: (
      account_id: string,
      input: TemplateInput
    ) => Effect.Effect<SavedTemplate, ValidationFailed | Unavailable>
    /** Idempotent. */
    readonly rename: (
      account_id: string,
      template_id: string,
      name: string
    ) => Effect.Effect<SavedTemplate, NotFound | Unavailable>
    /** Deletes a template and gives it as it was. What was made of it stays. */
    readonly remove: (account_id: string, template_id: string) => Effect.Effect<SavedTemplate, NotFound | Unavailable>
  }
>()("tally/programs/templates/EditTemplates") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const templates = yield* makeTemplates
      const media = yield* MediaFiles
      return EditTemplates.of({
        list: (account_id, query) => readOnly(sql)(templates.list(account_id, query)),
        read: (account_id, template_id) => readOnly(sql)(templates.read(account_id, template_id)),
        create: Effect.fnUntraced(function* (account_id, input) {
          yield* requireMedia(media, account_id, "content", [input.content, input.translations])
          return yield* templates.create(account_id, input)
        }, transactOnce(sql)),
        rename: (account_id, template_id, name) => transact(sql)(templates.rename(account_id, template_id, name)),
        remove: (account_id, template_id) => transactOnce(sql)(templates.remove(account_id, template_id))
      })
    })
  ).pipe(Layer.provide([MediaFiles.layer]))
}
