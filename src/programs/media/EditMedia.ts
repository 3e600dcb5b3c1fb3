import { Context, Effect, Layer, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { permits } from "../../domain/capacity/bounds.ts"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { NamedListQuery, Page } from "../../domain/lists/Page.ts"
import { type Media, MediaInUse } from "../../domain/media/Media.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { Pictures } from "../../outbound/media/Pictures.ts"
import { readOnly, transact, transactOnce } from "../../store/database/Transaction.ts"
import { MediaFiles } from "../../store/media/MediaFiles.ts"
import { mediaUses } from "../../store/media/mediaUses.ts"
import { makeTurns } from "../accounts/makeTurns.ts"

/** The media library's operations, each in one transaction (contract §23). */
export class EditMedia extends Context.Service<
  EditMedia,
  {
    /** Newest first. */
    readonly list: (account_id: string, query: NamedListQuery) => Effect.Effect<Page<Media>, Unavailable>
    readonly read: (account_id: string, media_id: string) => Effect.Effect<Media, NotFound | Unavailable>
    /** Cleans a picture and keeps it. Idempotent: the same file gives the same picture. Two are decoded at a time, one of an account; further calls wait. */
    readonly upload: (
      account_id: string,
      file: { readonly name: string; readonly bytes: Uint8Array }
    ) => Effect.Effect<Media, ValidationFailed | Unavailable>
    /** Deletes a picture that nothing shows, and gives it as it was. */
    readonly remove: (account_id: string, media_id: string) => Effect.Effect<Media, NotFound | MediaInUse | Unavailable>
  }
>()("tally/programs/media/EditMedia") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const files = yield* MediaFiles
      const pictures = yield* Pictures
      const inTurn = makeTurns(yield* Semaphore.make(permits.pictures), Semaphore.make(permits.picturesOfAccount))
      return EditMedia.of({
        list: (account_id, query) => readOnly(sql)(files.list(account_id, query)),
        read: (account_id, media_id) => readOnly(sql)(files.read(account_id, media_id)),
        upload: Effect.fn("EditMedia.upload")(function* (account_id, { name, bytes }) {
          const picture = yield* inTurn(account_id, pictures.clean(bytes))
          return yield* transact(sql)(files.create(account_id, { ...picture, name }))
        }),
        remove: Effect.fn("EditMedia.remove")(function* (account_id, media_id) {
          const digest = yield* files.lock(account_id, media_id)
          const uses = yield* mediaUses(sql, account_id, digest)
          if (uses.length > 0) return yield* new MediaInUse({ uses })
          return yield* files.remove(account_id, media_id)
        }, transactOnce(sql))
      })
    })
  ).pipe(Layer.provide([Pictures.layer, MediaFiles.layer]))
}
