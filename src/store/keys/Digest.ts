import { hash, timingSafeEqual } from "node:crypto"

/** SHA-256 as lower-case hex. Stored instead of a secret that only has to be recognized. */
export const digestOf = (secret: string): string => hash("sha256", secret)

/** Whether two digests are the same, in constant time. */
export const sameDigest = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
