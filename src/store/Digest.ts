import { createHash } from "node:crypto"

/** SHA-256 as lower-case hex: all that is kept of a secret that only has to be recognized. */
export const digestOf = (secret: string): string => createHash("sha256").update(secret).digest("hex")
