import { Effect } from "effect"
import { mediaDigests } from "../../domain/media/mediaAddress.ts"
import { invalid } from "../../domain/ValidationIssue.ts"
import type { MediaFiles } from "../../store/media/MediaFiles.ts"

/**
 * Fails where what is being saved shows a picture that the account had and has no more, and keeps the others from being deleted until it is saved. Joins the
 * open transaction. Most contents show none, and nothing is read for them.
 */
export const requireMedia = Effect.fnUntraced(function* (
  files: MediaFiles["Service"],
  account_id: string,
  field: string,
  content: unknown
) {
  const digests = mediaDigests(account_id, JSON.stringify(content) ?? "")
  if (digests.length === 0) return
  const known = yield* files.hold(account_id, digests)
  if (digests.some((digest) => !known.has(digest))) return yield* invalid(field, noPicture)
})

const noPicture = "Shows a picture that was deleted from the media library; choose another one"
