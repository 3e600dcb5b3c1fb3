import type { Result } from "effect"
import type { JsonObject } from "../json/Json.ts"
import type { ValidationIssue } from "../ValidationIssue.ts"
import type { DeliveryReport } from "./DeliveryReport.ts"

/** The form in which one provider's reports on e-mail arrive (contract §4.7). */
export interface ReportForm {
  /** The form as the message about an unknown form lists it. */
  readonly name: string
  /** Whether a body, or an element of a list, has this form. Forms exclude each other. */
  readonly matches: (body: JsonObject) => boolean
  /**
   * The reports of one body. Empty for events that say nothing of delivery, such as opens, and for recipients that are no address.
   * `unknownForm` is the message for a body that has no known form after all.
   */
  readonly read: (body: JsonObject, unknownForm: string) => Result.Result<ReadonlyArray<DeliveryReport>, ReportIssues>
  /** The header of a mail whose data the provider's reports repeat; absent where there is none. */
  readonly messageHeader?: {
    /** The SMTP hosts of the provider, in lower case. */
    readonly host: RegExp
    readonly of: (message_id: string) => Readonly<Record<string, string>>
  }
  /** How the provider signs by a key that the account sets; absent where it signs nothing, or by a certificate. */
  readonly signing?: ReportSigning
}

export interface SignedReportForm extends ReportForm {
  readonly signing: ReportSigning
}

export type ReportIssues = ReadonlyArray<ValidationIssue>

/**
 * `ecdsa`: ECDSA with SHA-256 by a public key in base64, the signature in base64. `hmac`: HMAC-SHA256 by the key's text, in hexadecimal.
 * `webhook`: HMAC-SHA256 by the bytes after `whsec_`, as Standard Webhooks.
 */
export type SigningScheme = "ecdsa" | "hmac" | "webhook"

export interface ReportSigning {
  readonly scheme: SigningScheme
  /** The message about a key that the scheme cannot use. */
  readonly keyIssue: string
  /** Milliseconds for which a signature is taken, so that what somebody recorded is of no use later. */
  readonly maxAge: number
  /** The signatures of a request, all of which must hold. Pure. */
  readonly signatures: (request: ReportRequest) => ReadonlyArray<ReportSignature>
}

/** The header of a request by its name in lower case. */
export type Headers = Readonly<Record<string, string | undefined>>

export interface ReportRequest {
  readonly headers: Headers
  readonly body: Uint8Array
  /** The body with one character for each byte. */
  readonly text: string
  /** The elements of the body's list, or the body. */
  readonly elements: ReadonlyArray<unknown>
}

export interface ReportSignature {
  /** When it was signed, in seconds. */
  readonly time: string
  /** The parts that are signed, one after another. */
  readonly signed: ReadonlyArray<string | Uint8Array>
  /** The signatures as the provider writes them, one of which must hold. */
  readonly given: ReadonlyArray<string>
  /** The signed part of a request, and everything that came with it. */
  readonly token: string
  readonly content: string
}
