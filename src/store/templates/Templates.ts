import { Clock, Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { quotas } from "../../domain/capacity/quotas.ts"
import { NotFound } from "../../domain/Errors.ts"
import { BlocksContent } from "../../domain/content/MailDocument.ts"
import type { Page } from "../../domain/lists/Page.ts"
import {
  ListedTemplate,
  type SavedTemplate,
  savedMembers,
  type TemplateInput,
  type TemplateListQuery
} from "../../domain/templates/SavedTemplate.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { nameHas, namedOrder, readPage } from "../sql/paging.ts"
import { queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"
import { withinQuota } from "../sql/withinQuota.ts"

const times = { created_at: Schema.DateTimeUtcFromDate, updated_at: Schema.DateTimeUtcFromDate }
const ListedRow = Schema.Struct({ ...ListedTemplate.fields, ...times })
const { language, translations } = savedMembers
/** The content of a template with the languages that a mail has. */
const StoredContent = Schema.fromJsonString(Schema.Struct({ ...BlocksContent.fields, language, translations }))
const Row = Schema.Struct({ ...savedMembers, ...times, content: StoredContent })
const decodeRow = queryOne(Row)
const encodeContent = Schema.encodeEffect(StoredContent)

/** Runs a statement that gives at most one template. */
const queryRow = <E>(statement: Effect.Effect<unknown, E>) =>
  Effect.map(decodeRow(statement), (row): SavedTemplate | undefined => {
    if (row === undefined) return undefined
    const { type, document, ...languages } = row.content
    return { ...row, ...languages, content: { type, document } }
  })

/** The templates that accounts saved. Every member joins the open transaction. */
export interface Templates {
  /** By name, or as sorted. */
  readonly list: (
    account_id: string,
    query: TemplateListQuery
  ) => Effect.Effect<Page<ListedTemplate>, SqlError.SqlError>
  readonly read: (account_id: string, template_id: string) => Effect.Effect<SavedTemplate, NotFound | SqlError.SqlError>
  /** Locks the account's row to count its templates. */
  readonly create: (
    account_id: string,
    input: TemplateInput
  ) => Effect.Effect<SavedTemplate, ValidationFailed | SqlError.SqlError>
  readonly rename: (
    account_id: string,
    template_id: string,
    name: string
  ) => Effect.Effect<SavedTemplate, NotFound | SqlError.SqlError>
  /** Deletes a template and gives it as it was. What was made of it stays. */
  readonly remove: (
    account_id: string,
    template_id: string
  ) => Effect.Effect<SavedTemplate, NotFound | SqlError.SqlError>
}

export const makeTemplates = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const listed = sql`template_id AS id, kind, name, created_at, updated_at`
  const columns = sql`${listed}, subject, preheader, content::text`
  const of = (account_id: string) => sql`FROM templates WHERE account_id = ${account_id}`
  const now = Effect.map(Clock.currentTimeMillis, (millis) => sql`${timeText(millis)}::timestamptz`)
  const found = <E>(statement: Effect.Effect<unknown, E>) =>
    Effect.flatMap(queryRow(statement), (row) => (row === undefined ? new NotFound() : Effect.succeed(row)))

  const part: Templates = {
    list: (account_id, page) =>
      readPage(sql, page, {
        select: listed,
        from: sql`${of(account_id)} ${page.kind === undefined ? sql`` : sql`AND kind = ${page.kind}`}
              ${nameHas(sql, page, "templates")}`,
        order:
          page.sort === undefined ? sql`name, template_id` : namedOrder(sql, page.sort, "templates", "template_id"),
        row: ListedRow
      }),
    read: (account_id, template_id) => found(sql`SELECT ${columns} ${of(account_id)} AND template_id = ${template_id}`),
    create: Effect.fnUntraced(function* (account_id, input) {
      const { kind, name, subject = null, preheader = null, content, ...languages } = input
      yield* withinQuota(sql, account_id, quotas.templates, of(account_id))
      const at = yield* now
      const json = yield* Effect.orDie(encodeContent({ ...content, ...languages }))
      const row = yield* queryRow(sql`INSERT INTO templates
            (account_id, template_id, kind, name, subject, preheader, content, created_at, updated_at)
            VALUES (${account_id}, ${yield* makeId("tpl")}, ${kind}, ${name}, ${subject}, ${preheader}, ${json}::json, ${at}, ${at})
            RETURNING ${columns}`)
      return row ?? (yield* Effect.die("An inserted template was not returned"))
    }),
    rename: Effect.fnUntraced(function* (account_id, template_id, name) {
      return yield* found(sql`UPDATE templates SET name = ${name}, updated_at = ${yield* now}
            WHERE account_id = ${account_id} AND template_id = ${template_id} RETURNING ${columns}`)
    }),
    remove: (account_id, template_id) =>
      found(sql`DELETE ${of(account_id)} AND template_id = ${template_id} RETURNING ${columns}`)
  }
  return part
})
