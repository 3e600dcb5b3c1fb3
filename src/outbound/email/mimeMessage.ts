import * as base64 from "nodemailer/lib/base64"
import MimeNode, {
  type MimeNodeEnvelope,
  type MimeNodeEnvelopeInput,
  type MimeNodeHeaderMap
} from "nodemailer/lib/mime-node"
import * as quotedPrintable from "nodemailer/lib/qp"

/** A mail as it is sent, without a signature. Lines end with CR LF. */
export interface MimeMessage {
  readonly envelope: MimeNodeEnvelope
  readonly headers: string
  /** The bytes after the empty line that ends the headers. */
  readonly body: string
}

interface Parts {
  readonly headers: MimeNodeHeaderMap
  /** The envelope, where it is not that of the headers. */
  readonly envelope: MimeNodeEnvelopeInput | undefined
  readonly html: string
  /** Empty for a mail of HTML alone. */
  readonly text: string
}

// Characters of an encoded line (RFC 2045 §6.7).
const maxLine = 76

// Base64 is shorter where most characters take several bytes.
const encodingOf = (text: string) => (Buffer.byteLength(text) > 1.5 * text.length ? "base64" : "quoted-printable")

const encoded = (text: string): string =>
  encodingOf(text) === "base64"
    ? base64.wrap(base64.encode(text), maxLine)
    : quotedPrintable.wrap(quotedPrintable.encode(text), maxLine)

/** Builds a mail at once. The library's own way to its bytes is a dozen of streams, which take four times as long. */
export const mimeMessage = ({ headers, envelope, ...contents }: Parts): MimeMessage => {
  const parts = (["text", "html"] as const).flatMap((type) =>
    contents[type] === "" ? [] : [{ type: typeOf(type), content: contents[type].replace(/\r\n?|\n/g, "\r\n") }]
  )
  const [only, ...others] = parts
  const isOne = only !== undefined && others.length === 0
  const root = new MimeNode(isOne ? only.type : "multipart/alternative")
  root.addHeader(headers)
  if (isOne) root.setHeader("Content-Transfer-Encoding", encodingOf(only.content))
  if (envelope !== undefined) root.setEnvelope(envelope)
  const built = { envelope: root.getEnvelope(), headers: root.buildHeaders() }
  if (isOne) return { ...built, body: `${encoded(only.content)}\r\n` }
  const open = `--${root.boundary}`
  const written = parts.map(
    ({ type, content }) =>
      `${open}\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encodingOf(content)}\r\n\r\n${encoded(content)}\r\n`
  )
  return { ...built, body: `${written.join("")}${open}--\r\n` }
}

const typeOf = (type: "text" | "html"): string => `text/${type === "text" ? "plain" : "html"}; charset=utf-8`
