/** The entry that the browser stores after its user has agreed. */
export interface Kept {
  readonly visitor: string
  /** The tag of the person who was named last. */
  readonly person?: string
}

/** A random id of 128 bits. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")

/** Keeps one entry in the browser's storage, or in memory where the browser has none to use. Writes nothing unless it is told to. */
export const memory = (name: string) => {
  let own: Kept | undefined
  let stores = true
  const read = (): Kept | undefined => {
    if (!stores) return own
    try {
      const text = localStorage.getItem(name)
      const kept: unknown = text === null ? null : JSON.parse(text)
      if (typeof kept !== "object" || kept === null || !("visitor" in kept) || typeof kept.visitor !== "string")
        return undefined
      const person = "person" in kept && typeof kept.person === "string" ? { person: kept.person } : {}
      return { visitor: kept.visitor, ...person }
    } catch {
      return own
    }
  }
  const write = (kept: Kept | undefined): void => {
    own = kept
    try {
      if (kept === undefined) localStorage.removeItem(name)
      else localStorage.setItem(name, JSON.stringify(kept))
    } catch {
      stores = false
    }
  }
  return { read, write }
}
