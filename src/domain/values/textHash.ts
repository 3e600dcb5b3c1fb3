/** FNV-1a over the UTF-16 units of a text, as 7 characters. Tells contents apart for sorting; no protection against forgery. */
export const textHash = (text: string): string => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36).padStart(7, "0")
}
