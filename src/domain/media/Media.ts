import { Schema } from "effect"
import { NamedListQuery } from "../lists/Page.ts"
import { sortQuery } from "../lists/Sort.ts"
import { Timestamp } from "../values/Time.ts"
import { Name } from "../values/Text.ts"

export const mediaLimits = {
  /** Bytes of a file, as it is uploaded and as it is kept. */
  bytes: 10 * 1024 * 1024,
  /** Pixels of the longer side, as it is kept. */
  side: 2_400,
  /** Bytes of all pictures of an account. */
  bytesOfAccount: 500 * 1024 * 1024,
  /** Bytes that are read of the database at a time while a picture is sent. */
  slice: 256 * 1024,
  /** The places of use that a refused deletion names. */
  listedUses: 10
} as const

/** What a picture is kept as, and what its address ends in. */
export const PictureType = Schema.Literals(["png", "jpeg", "gif"])
export type PictureType = typeof PictureType.Type

/** The name of an uploaded file. */
export const UploadQuery = { name: Schema.optionalKey(Name) }

/** A page of pictures. A picture never changes after its upload. */
export const MediaListQuery = { ...NamedListQuery, sort: sortQuery(["name", "created_at"]) }

/** A picture of the library. `size` in bytes. */
export const Media = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  url: Schema.String.annotate({ description: "Where everybody may load the picture; never another one." }),
  type: PictureType,
  width: Schema.Int,
  height: Schema.Int,
  size: Schema.Int,
  created_at: Timestamp
}).annotate({ identifier: "Media" })
export type Media = typeof Media.Type

/** A picture as it is kept: decoded and encoded again. */
export interface Picture extends Pick<Media, "type" | "width" | "height"> {
  readonly bytes: Uint8Array
  /** SHA-256 of the bytes, as lower-case hex. */
  readonly digest: string
}

/** A place that shows a picture. */
export const MediaUse = Schema.Struct({
  kind: Schema.Literals(["campaign", "flow", "sender", "template"]),
  name: Schema.String
})
export type MediaUse = typeof MediaUse.Type

/** The picture is shown in these places, at most `mediaLimits.listedUses`. Nothing was deleted. */
export class MediaInUse extends Schema.TaggedError<MediaInUse>()("MediaInUse", { uses: Schema.Array(MediaUse) }) {}
