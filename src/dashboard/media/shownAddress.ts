import { isMediaAddress } from "../../domain/media/mediaAddress.ts"

/**
 * Where the dashboard loads a picture of a mail from; undefined for what data chooses, and what its page may not load. Pictures of the library come from its
 * own origin where the service has no address with TLS.
 */
export const shownAddress = (src: string): string | undefined => {
  if (!URL.canParse(src)) return undefined
  const url = new URL(src)
  if (url.protocol === "https:") return src
  return isMediaAddress(url) ? url.pathname : undefined
}
