import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { quotas } from "../../domain/capacity/quotas.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import type { NamedListQuery, Page } from "../../domain/lists/Page.ts"
import { mediaPath } from "../../domain/media/mediaAddress.ts"
import { Media, mediaLimits, type Picture, PictureType } from "../../domain/media/Media.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { retried } from "../database/Transaction.ts"
import { publicUrl } from "../settings/PublicUrl.ts"
import { texts } from "../sql/parameters.ts"
import { nameHas, namedOrder, readPage } from "../sql/paging.ts"
import { query, queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"
import { withinQuota } from "../sql/withinQuota.ts"

const { url: _, ...kept } = Media.fields
const Row = Schema.Struct({ ...kept, digest: Schema.String, created_at: Schema.DateTimeUtcFromDate })
const queryRow = queryOne(Row)
const querySum = queryOne(Schema.Struct({ sum: Schema.Int }))
const queryDigests = query(Schema.Struct({ digest: Schema.String }))
const querySlice = queryOne(Schema.Struct({ type: PictureType, size: Schema.Int, bytes: Schema.Uint8Array }))

/** A part of a picture from a byte on, with the size of the whole. */
export type MediaSlice = { readonly type: PictureType; readonly size: number; readonly bytes: Uint8Array }

interface MediaRef {
  readonly account_id: string
  readonly digest: string
  readonly type: string
}

/** The pictures of accounts. Members join the open transaction, but for `slice`. */
export class MediaFiles extends Context.Service<
  MediaFiles,
  {
    /** Newest first, or as sorted. */
    readonly list: (account_id: string, query: NamedListQuery) => Effect.Effect<Page<Media>, SqlError.SqlError>
    readonly read: (account_id: string, media_id: string) => Effect.Effect<Media, NotFound | SqlError.SqlError>
    /** Keeps a picture; one that is kept already is given as it is. Locks the account's row to count its pictures and their bytes. */
    readonly create: (
      account_id: string,
      picture: Picture & { readonly name: string }
    ) => Effect.Effect<Media, ValidationFailed | SqlError.SqlError>
    /** Locks a picture and gives its digest: waits for flows and campaigns that are being saved with it. */
    readonly lock: (account_id: string, media_id: string) => Effect.Effect<string, NotFound | SqlError.SqlError>
    readonly remove: (account_id: string, media_id: string) => Effect.Effect<Media, NotFound | SqlError.SqlError>
    /** Of the digests those that the account has. None of these is deleted before the transaction ends. */
    readonly hold: (
      account_id: string,
      digests: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlySet<string>, SqlError.SqlError>
    /** At most `mediaLimits.slice` bytes of a picture. */
    readonly slice: (ref: MediaRef, from: number) => Effect.Effect<MediaSlice, NotFound | Unavailable>
  }
>()("tally/store/media/MediaFiles") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { href } = yield* publicUrl
      const columns = sql`media_id AS id, name, type, width, height, size, digest, created_at`
      const of = (account_id: string) => sql`FROM media WHERE account_id = ${account_id}`
      const byId = (account_id: string, media_id: string) => sql`${of(account_id)} AND media_id = ${media_id}`
      const media = (account_id: string, { digest, ...row }: typeof Row.Type): Media => ({
        ...row,
        url: href + mediaPath(account_id, { digest, type: row.type })
      })
      const found = <E>(statement: Effect.Effect<unknown, E>) =>
        Effect.flatMap(queryRow(statement), (row) => (row === undefined ? new NotFound() : Effect.succeed(row)))

      return MediaFiles.of({
        list: Effect.fnUntraced(function* (account_id, page) {
          const { data, pagination } = yield* readPage(sql, page, {
            select: columns,
            from: sql`${of(account_id)} ${nameHas(sql, page, "media")}`,
            order:
              page.sort === undefined
                ? sql`created_at DESC, media_id DESC`
                : namedOrder(sql, page.sort, "media", "media_id"),
            row: Row
          })
          return { data: data.map((row) => media(account_id, row)), pagination }
        }),
        read: (account_id, media_id) =>
          Effect.map(found(sql`SELECT ${columns} ${byId(account_id, media_id)}`), (row) => media(account_id, row)),
        create: Effect.fnUntraced(function* (account_id, { name, type, width, height, bytes, digest }) {
          const same = queryRow(sql`SELECT ${columns} ${of(account_id)} AND digest = ${digest}`)
          const before = yield* same
          if (before !== undefined) return media(account_id, before)
          yield* withinQuota(sql, account_id, quotas.media, of(account_id))
          const total = yield* querySum(sql`SELECT coalesce(sum(size), 0)::int AS sum ${of(account_id)}`)
          if ((total?.sum ?? 0) + bytes.byteLength > quotas.mediaBytes.max) return yield* tooMany
          const created = yield* queryRow(sql`INSERT INTO media
            (account_id, media_id, digest, name, type, width, height, size, bytes, created_at)
            VALUES (${account_id}, ${yield* makeId("med")}, ${digest}, ${name}, ${type}, ${width}::int, ${height}::int,
              ${bytes.byteLength}::int, ${bytes}, ${timeText(yield* Clock.currentTimeMillis)}::timestamptz)
            ON CONFLICT (account_id, digest) DO NOTHING RETURNING ${columns}`)
          // Kept by another call meanwhile.
          const row = created ?? (yield* same)
          return row === undefined
            ? yield* Effect.die("A picture that is kept was deleted meanwhile")
            : media(account_id, row)
        }),
        lock: (account_id, media_id) =>
          Effect.map(found(sql`SELECT ${columns} ${byId(account_id, media_id)} FOR UPDATE`), ({ digest }) => digest),
        remove: (account_id, media_id) =>
          Effect.map(found(sql`DELETE ${byId(account_id, media_id)} RETURNING ${columns}`), (row) =>
            media(account_id, row)
          ),
        hold: Effect.fnUntraced(function* (account_id, digests) {
          const rows = yield* queryDigests(sql`SELECT digest ${of(account_id)} AND digest = ANY(${texts(digests)})
            ORDER BY digest LIMIT ${digests.length} FOR KEY SHARE`)
          return new Set(rows.map(({ digest }) => digest))
        }),
        slice: ({ account_id, digest, type }, from) =>
          Effect.flatMap(
            retried(
              querySlice(sql`SELECT type, size, substring(bytes FROM ${from + 1}::int FOR ${mediaLimits.slice}::int) AS bytes
                ${of(account_id)} AND digest = ${digest} AND type = ${type}`)
            ),
            (row) => (row === undefined ? new NotFound() : Effect.succeed(row))
          )
      })
    })
  )
}

const tooMany = invalid("", quotas.mediaBytes.message)
