/** Words of the media library. */
import { counted } from "./common.ts"

export const media = "Media"
export const mediaSubtitle =
  "Pictures for your e-mails. Uploads are cleaned: where and when a photo was taken doesn't stay."
export const upload = "Upload pictures"
export const dropHere = "or drag them here"
export const kindsHint = "PNG, JPEG, GIF or WebP, up to 10 MB each."
export const uploading = (left: number) => `Uploading, ${counted(left, "picture")} left`
export const notUploaded = (name: string, reason: string) => `${name}: ${reason}`
export const searchMedia = "Search by name"
export const noMediaYet = "No pictures yet"
export const nothingFound = "No picture has this name"
export const whatMediaIs = "Upload pictures once, and use them in any e-mail."
export const measures = (width: number, height: number, bytes: number) =>
  `${width} × ${height} px, ${bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`}`
export const more = "More pictures"
export const choose = "Choose"
export const deleteOne = (name: string) => `Delete ${name}`
export const deleteTitle = "Delete this picture?"
export const deleteText = "A picture that an e-mail shows can't be deleted."
export const openOne = (name: string) => `Open ${name}`
