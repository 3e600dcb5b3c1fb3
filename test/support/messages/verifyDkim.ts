import { createHash, createPublicKey, verify } from "node:crypto"

const relaxedHeader = (line: string): string => {
  const at = line.indexOf(":")
  const value = line
    .slice(at + 1)
    .replace(/\r\n/g, "")
    .replace(/[ \t]+/g, " ")
    .trim()
  return `${line.slice(0, at).trim().toLowerCase()}:${value}`
}

const relaxedBody = (body: string): string => {
  const lines = body.split("\r\n").map((line) => line.replace(/[ \t]+/g, " ").replace(/ $/, ""))
  return `${lines.join("\r\n").replace(/(?:\r\n)+$/, "")}\r\n`
}

/** Whether a mail has a DKIM signature (relaxed, RSA-SHA-256) of the key of this record, for this domain and selector (RFC 6376). */
export const isSignedBy = (raw: string, record: { readonly name: string; readonly value: string }): boolean => {
  const split = raw.indexOf("\r\n\r\n")
  const headers = raw.slice(0, split).split(/\r\n(?![ \t])/)
  const signature = headers.find((line) => /^dkim-signature:/i.test(line))
  if (signature === undefined) return false
  const tags = new Map(
    relaxedHeader(signature)
      .slice("dkim-signature:".length)
      .split(";")
      .map((part) => {
        const at = part.indexOf("=")
        return [part.slice(0, at).trim(), part.slice(at + 1).replace(/\s/g, "")] as const
      })
  )
  const bodyHash = createHash("sha256")
    .update(relaxedBody(raw.slice(split + 4)))
    .digest("base64")
  const signed = (tags.get("h") ?? "").split(":").flatMap((name) => {
    const line = headers.findLast((header) => header.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    return line === undefined ? [] : [relaxedHeader(line)]
  })
  const own = relaxedHeader(signature).replace(/(;\s*b=)[^;]*/, "$1")
  const key = createPublicKey({
    key: Buffer.from(/p=([^;]*)/.exec(record.value)?.[1] ?? "", "base64"),
    format: "der",
    type: "spki"
  })
  return (
    record.name === `${tags.get("s")}._domainkey.${tags.get("d")}` &&
    tags.get("bh") === bodyHash &&
    verify("sha256", Buffer.from([...signed, own].join("\r\n")), key, Buffer.from(tags.get("b") ?? "", "base64"))
  )
}
