import { Effect } from "effect"
import { createHash, type KeyObject, sign } from "node:crypto"
import { domainToASCII } from "node:url"
import { foldLines } from "nodemailer/lib/mime-funcs"
import type { MimeMessage } from "./mimeMessage.ts"

/** A key that signs mail of a domain. */
export interface SigningKey {
  readonly domain: string
  readonly selector: string
  readonly key: KeyObject
}

// RFC 6376 §5.4.1, and what RFC 8058 §4 demands of one-click: both of its headers are covered.
const signedHeaders = [
  "from",
  "sender",
  "reply-to",
  "subject",
  "date",
  "message-id",
  "to",
  "mime-version",
  "content-type",
  "content-transfer-encoding",
  "list-id",
  "list-unsubscribe",
  "list-unsubscribe-post",
  "feedback-id"
]

// Each replacement reads the text once: runs of spaces become one before those at the ends of lines go.
const relaxedSpaces = (text: string): string => text.replace(/[ \t]+/g, " ")

/** RFC 6376 §3.4.4. Requires that the body ends with a line break. */
const relaxedBody = (body: string): string => {
  const lines = relaxedSpaces(body).replaceAll(" \r\n", "\r\n")
  let end = lines.length
  while (lines.startsWith("\r\n\r\n", end - 4)) end -= 2
  return lines.slice(0, end)
}

/** RFC 6376 §3.4.2, by name. */
const relaxedHeaders = (headers: string): ReadonlyMap<string, string> =>
  new Map(
    headers.split(/\r\n(?![ \t])/).map((line) => {
      const at = line.indexOf(":")
      const value = relaxedSpaces(line.slice(at + 1).replaceAll("\r\n", "")).replace(/^ | $/g, "")
      return [line.slice(0, at).trim().toLowerCase(), value]
    })
  )

/**
 * The header line of a mail's DKIM signature, to be put before its headers (RFC 6376, relaxed). The key is an object that was read once:
 * reading it from PEM takes longer than the signature, which is made in a thread of Node's pool.
 */
export const signMail = ({ headers, body }: MimeMessage, { domain, selector, key }: SigningKey) =>
  Effect.callback<string>((resume) => {
    const found = relaxedHeaders(headers)
    const names = signedHeaders.filter((name) => found.has(name))
    const hash = createHash("sha256").update(relaxedBody(body)).digest("base64")
    const fields = `v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domainToASCII(domain)}; q=dns/txt; s=${selector}; bh=${hash}; h=${names.join(":")}`
    const unsigned = `${foldLines(`DKIM-Signature: ${fields}`, 76)};\r\n b=`
    const own = relaxedHeaders(unsigned).get("dkim-signature")
    const text = [...names.map((name) => `${name}:${found.get(name)}`), `dkim-signature:${own}`].join("\r\n")
    sign("sha256", Buffer.from(text), key, (error, signature) => {
      if (error !== null) return resume(Effect.die(error))
      resume(Effect.succeed(`${unsigned}${signature.toString("base64").replace(/.{72}(?!$)/g, "$&\r\n ")}\r\n`))
    })
  })
