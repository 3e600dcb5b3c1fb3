import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { quotas } from "../../domain/capacity/quotas.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { type Form, FormInput } from "../../domain/forms/Form.ts"
import type { StoredForm, Wording } from "../../domain/forms/StoredForm.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { query, queryOne } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { timeText } from "../sql/timestamps.ts"
import { withinQuota } from "../sql/withinQuota.ts"
import { defaultFormTextLimits, FormTextLimits } from "../../domain/forms/FormTextLimits.ts"

const FormRow = Schema.Struct({
  form_id: Schema.String,
  definition: Schema.fromJsonString(FormInput),
  wording_version: Schema.Int,
  created_at: Schema.DateTimeUtcFromDate,
  updated_at: Schema.DateTimeUtcFromDate
})
const WordingRow = Schema.Struct({
  version: Schema.Int,
  wording: Schema.String,
  created_at: Schema.DateTimeUtcFromDate
})

const queryForms = query(FormRow)
const queryForm = queryOne(FormRow)
const queryWordings = query(WordingRow)
const queryWording = queryOne(Schema.Struct({ wording: Schema.String }))
const encode = Schema.encodeEffect(Schema.fromJsonString(FormInput))

type FormRef = Pick<Form, "account_id" | "form_id">

const queryLimits = queryOne(
  Schema.Struct({
    texts_per_hour: Schema.Int,
    countries: Schema.fromJsonString(FormTextLimits.fields.countries)
  })
)

/**
 * The sign-up forms of accounts, and the paid texts that strangers can have sent by them: their limits, and the texts of the present hour
 * (contract §16).
 */
export class Forms extends Context.Service<
  Forms,
  {
    /** All forms of an account, the newest first. */
    readonly list: (account_id: string) => Effect.Effect<ReadonlyArray<StoredForm>, Unavailable>
    readonly read: (form: FormRef) => Effect.Effect<StoredForm, NotFound | Unavailable>
    /** Every wording of a form, the newest first. */
    readonly wordings: (form: FormRef) => Effect.Effect<ReadonlyArray<Wording>, Unavailable>
    /** The wording of a version; undefined if the form never had it. Joins the open transaction. */
    readonly wording: (form: FormRef, version: number) => Effect.Effect<string | undefined, SqlError.SqlError>
    /** Saves a new form with its first wording. Joins the open transaction. */
    readonly create: (form: FormRef, input: FormInput) => Effect.Effect<void, ValidationFailed | SqlError.SqlError>
    /** Saves a form; a changed wording becomes a new version. Joins the open transaction. */
    readonly save: (
      form: FormRef,
      input: FormInput
    ) => Effect.Effect<void, NotFound | ValidationFailed | SqlError.SqlError>
    /** Deletes a form with its wordings and sign-ups. The ledger keeps the wording of each consent. Joins the open transaction. */
    readonly remove: (form: FormRef) => Effect.Effect<void, NotFound | SqlError.SqlError>
    readonly textLimits: (account_id: string) => Effect.Effect<FormTextLimits, Unavailable>
    /** Replaces the limits. Joins the open transaction. */
    readonly saveTextLimits: (account_id: string, limits: FormTextLimits) => Effect.Effect<void, SqlError.SqlError>
    /**
     * Counts a text that is about to be queued; false once the account's texts of this hour are used up. Concurrent calls of an account wait for
     * each other, so that exactly the limit passes. Joins the open transaction.
     */
    readonly takeText: (account_id: string) => Effect.Effect<boolean, SqlError.SqlError>
  }
>()("tally/store/forms/Forms") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql`form_id, definition, wording_version, created_at, updated_at`

      const definitionOf = (input: FormInput) => Effect.orDie(encode(input))
      const now = Effect.map(Clock.currentTimeMillis, (millis) => sql`${timeText(millis)}::timestamptz`)

      const addWording = Effect.fnUntraced(function* (
        { account_id, form_id }: FormRef,
        version: number,
        wording: string
      ) {
        yield* sql`INSERT INTO form_wordings (account_id, form_id, version, wording, created_at)
          VALUES (${account_id}, ${form_id}, ${version}, ${wording}, ${yield* now})`
      })
      return Forms.of({
        list: (account_id) =>
          queryForms(sql`SELECT ${columns} FROM forms WHERE account_id = ${account_id}
            ORDER BY form_id DESC LIMIT ${quotas.forms.max}`).pipe(
            retried,
            Effect.map((rows) => rows.map(storedForm(account_id)))
          ),
        read: Effect.fnUntraced(function* ({ account_id, form_id }) {
          const row = yield* queryForm(
            sql`SELECT ${columns} FROM forms WHERE account_id = ${account_id} AND form_id = ${form_id}`
          ).pipe(retried)
          return row === undefined ? yield* new NotFound() : storedForm(account_id)(row)
        }),
        wordings: ({ account_id, form_id }) =>
          queryWordings(sql`SELECT version, wording, created_at FROM form_wordings
            WHERE account_id = ${account_id} AND form_id = ${form_id}
            ORDER BY version DESC LIMIT ${quotas.formWordings.max}`).pipe(retried),
        wording: ({ account_id, form_id }, version) =>
          Effect.map(
            queryWording(sql`SELECT wording FROM form_wordings
              WHERE account_id = ${account_id} AND form_id = ${form_id} AND version = ${version}::int`),
            (row) => row?.wording
          ),
        create: Effect.fnUntraced(function* (form, input) {
          const { account_id, form_id } = form
          yield* withinQuota(sql, account_id, quotas.forms, sql`FROM forms WHERE account_id = ${account_id}`)
          const at = yield* now
          yield* sql`INSERT INTO forms (account_id, form_id, definition, wording_version, created_at, updated_at)
            VALUES (${account_id}, ${form_id}, ${yield* definitionOf(input)}, 1, ${at}, ${at})`
          yield* addWording(form, 1, input.wording)
        }),
        save: Effect.fnUntraced(function* (form, input) {
          const { account_id, form_id } = form
          const before = yield* queryForm(sql`SELECT ${columns} FROM forms
            WHERE account_id = ${account_id} AND form_id = ${form_id} FOR UPDATE`)
          if (before === undefined) return yield* new NotFound()
          const isReworded = before.definition.wording !== input.wording
          const version = before.wording_version + (isReworded ? 1 : 0)
          if (isReworded) {
            const wordings = sql`FROM form_wordings WHERE account_id = ${account_id} AND form_id = ${form_id}`
            yield* withinQuota(sql, account_id, quotas.formWordings, wordings)
            yield* addWording(form, version, input.wording)
          }
          yield* sql`UPDATE forms SET definition = ${yield* definitionOf(input)}, wording_version = ${version},
            updated_at = ${yield* now} WHERE account_id = ${account_id} AND form_id = ${form_id}`
        }),
        remove: Effect.fnUntraced(function* ({ account_id, form_id }) {
          const where = sql`WHERE account_id = ${account_id} AND form_id = ${form_id}`
          const removed = yield* sql`DELETE FROM forms ${where} RETURNING 1`
          if (removed.length === 0) return yield* new NotFound()
          yield* sql`DELETE FROM form_wordings ${where}`
          yield* sql`DELETE FROM form_sign_ups ${where}`
        }),
        textLimits: (account_id) =>
          queryLimits(sql`SELECT texts_per_hour, countries FROM form_texts WHERE account_id = ${account_id}`).pipe(
            retried,
            Effect.map((row) => row ?? defaultFormTextLimits)
          ),
        saveTextLimits: (account_id, { texts_per_hour, countries }) =>
          Effect.asVoid(sql`
            INSERT INTO form_texts (account_id, texts_per_hour, countries)
            VALUES (${account_id}, ${texts_per_hour}::int, ${JSON.stringify(countries)})
            ON CONFLICT (account_id) DO UPDATE SET texts_per_hour = excluded.texts_per_hour, countries = excluded.countries`),
        takeText: Effect.fnUntraced(function* (account_id) {
          const at = timeText(yield* Clock.currentTimeMillis)
          const taken = yield* sql`
            INSERT INTO form_texts AS kept (account_id, hour, texts)
            VALUES (${account_id}, date_trunc('hour', ${at}::timestamptz, 'UTC'), 1)
            ON CONFLICT (account_id) DO UPDATE SET hour = excluded.hour,
              texts = CASE WHEN kept.hour = excluded.hour THEN kept.texts + 1 ELSE 1 END
            WHERE kept.texts_per_hour > 0
              AND (kept.hour IS DISTINCT FROM excluded.hour OR kept.texts < kept.texts_per_hour)
            RETURNING 1`
          return taken.length > 0
        })
      })
    })
  )
}

const storedForm =
  (account_id: string) =>
  ({ definition, ...row }: typeof FormRow.Type): StoredForm => ({ ...row, ...definition, account_id })
