import { Effect, Schema, SchemaTransformation } from "effect"
import { CampaignContent } from "../../domain/campaigns/Campaign.ts"
import { htmlOf } from "../../domain/content/emailBody.ts"
import { makeMessage } from "../../domain/content/messageContents.ts"

const Stored = Schema.Array(Schema.Record(Schema.String, Schema.Unknown))

// The HTML of blocks and what a content has beside its own templates stand with it, so that statements find them.
const withoutMade = ({ html, contents: _made, ...content }: Readonly<Record<string, unknown>>) =>
  html === undefined || content["content"] !== undefined ? content : { ...content, html }

/** The variants of a campaign as the database keeps them, read from JSON text. */
export const StoredVariants = Schema.fromJsonString(
  Stored.pipe(
    Schema.decodeTo(
      Schema.Array(Schema.Unknown),
      SchemaTransformation.transform({
        decode: (variants): ReadonlyArray<unknown> => variants.map(withoutMade),
        encode: (): ReadonlyArray<Readonly<Record<string, unknown>>> => []
      })
    ),
    Schema.decodeTo(Schema.Array(CampaignContent), SchemaTransformation.passthrough({ strict: false }))
  )
)

const encode = Schema.encodeUnknownEffect(CampaignContent)

/** The JSON text that the database keeps of variants. */
export const variantsJson = (variants: ReadonlyArray<CampaignContent>): Effect.Effect<string> =>
  Effect.forEach(variants, (content) =>
    Effect.map(Effect.orDie(encode(content)), (json) => {
      const { contents } = makeMessage(content)
      return {
        ...json,
        ...("text" in content || content.content === undefined ? {} : { html: htmlOf(content) }),
        ...(contents === null ? {} : { contents })
      }
    })
  ).pipe(Effect.map((all) => JSON.stringify(all)))
