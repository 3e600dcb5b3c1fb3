import { isId } from "../values/Id.ts"
import type { PictureType } from "./Media.ts"

const file = /^([0-9a-f]{64})\.(png|jpeg|gif)$/

/** The path of a picture: its account, its digest and its type. */
export const mediaPath = (
  account_id: string,
  { digest, type }: { readonly digest: string; readonly type: PictureType }
) => `/m/${account_id}/${digest}.${type}`

/** What the last two parts of a path of a picture name; undefined for others. Pure. */
export const mediaFile = (account_id: string, name: string) => {
  const [, digest, type] = file.exec(name) ?? []
  return digest === undefined || type === undefined || !isId(account_id) ? undefined : { account_id, digest, type }
}

/** The digests of pictures of the account that a text shows by their addresses, each once. Pure, linear. */
export const mediaDigests = (account_id: string, text: string): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const [, account, digest] of text.matchAll(/\/m\/([A-Za-z0-9_-]{1,64})\/([0-9a-f]{64})\./g))
    if (account === account_id && digest !== undefined) found.add(digest)
  return [...found]
}

/** What follows `/m/` in the address of a picture of a media library, of this service or another one; undefined for other addresses. Pure. */
export const mediaFileName = (address: string): string | undefined => {
  const [name = "", account = "", folder] = (URL.parse(address)?.pathname ?? "").split("/").reverse()
  return folder === "m" && mediaFile(account, name) !== undefined ? `${account}/${name}` : undefined
}

/** Whether an address is that of such a picture. Pure. */
export const isMediaAddress = ({ href }: URL): boolean => mediaFileName(href) !== undefined
