import { Effect } from "effect"
import PostalMime from "postal-mime"
import type { BounceMail } from "../../domain/mailReports/readBounce.ts"

/** Bytes of a mail that are read: the report comes before the mail that it returns. */
export const maxBounce = 262_144

const limits = { forceRfc822Attachments: true, maxRfc822NestingDepth: 0, maxNestingDepth: 8, maxHeadersSize: 65_536 }

const textOf = (content: string | ArrayBuffer | Uint8Array): string =>
  typeof content === "string" ? content : Buffer.from(new Uint8Array(content)).toString("utf8")

/** The parts of a mail that a bounce consists of; undefined for a mail that cannot be parsed. */
export const parseBounce = (raw: Uint8Array): Effect.Effect<BounceMail | undefined> =>
  Effect.tryPromise(() => PostalMime.parse(raw.subarray(0, maxBounce), limits)).pipe(
    Effect.map(({ headers, text, attachments }) => {
      const status = attachments.find(({ mimeType }) => /^message\/(?:global-)?delivery-status$/i.test(mimeType))
      return {
        contentType: headers.find(({ key }) => key === "content-type")?.value ?? "",
        text: text ?? "",
        status: status === undefined ? undefined : textOf(status.content)
      }
    }),
    Effect.catch(() => Effect.succeed(undefined))
  )
