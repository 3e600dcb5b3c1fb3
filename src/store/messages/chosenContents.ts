import { Effect, Schema, Struct } from "effect"
import type { SqlClient } from "effect/sql"
import { chooseTranslation, chosenLanguage, MadeTranslation } from "../../domain/content/messageContents.ts"
import type { Language } from "../../domain/languages/Language.ts"
import { serviceLanguage, type WantedLanguages } from "../../domain/languages/messageWords.ts"
import type { DueMessage } from "../../domain/messages/Message.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { campaignTranslations, contentKey } from "./campaignContents.ts"
import type { ClaimedMessage } from "./claimRows.ts"
import { makeShownBlocks } from "./shownBlocks.ts"

const queryTranslations = query(
  Schema.Struct({
    account_id: Schema.String,
    message_id: Schema.String,
    translation: Schema.fromJsonString(MadeTranslation)
  })
)

/** A claimed message with the languages that its content is chosen by. */
export type MessageToCompose = ClaimedMessage["message"] &
  Pick<DueMessage, "clock_offset" | "data"> & { readonly wanted: WantedLanguages }

/**
 * Gives claimed messages the templates and the language of the content that their contacts get, and tells the templates which blocks are shown.
 * `time` in milliseconds. Joins the open transaction.
 */
export const makeChosenContents = (sql: SqlClient.SqlClient) => {
  const withShownBlocks = makeShownBlocks(sql)

  const readOwn = Effect.fnUntraced(function* (
    chosen: ReadonlyArray<{ readonly message: MessageToCompose; readonly translation: Language }>
  ) {
    if (chosen.length === 0) return new Map<string, MadeTranslation>()
    const account = accountOf(
      sql,
      chosen.map(({ message }) => message)
    )
    const rows = yield* queryTranslations(sql`
      SELECT m.account_id, m.message_id, (m.contents -> 'translations' -> r.language)::text AS translation
      FROM unnest(${texts(chosen.map(({ message }) => message.account_id))}, ${texts(chosen.map(({ message }) => message.message_id))},
        ${texts(chosen.map(({ translation }) => translation))}) AS r (account_id, message_id, language)
      JOIN messages m ON m.account_id = ${account("r.account_id")} AND m.message_id = r.message_id
      WHERE r.account_id = ${account("r.account_id")}`)
    return new Map(rows.map((row) => [`${row.account_id}|${row.message_id}`, row.translation]))
  })

  return <M extends MessageToCompose>(time: number, messages: ReadonlyArray<M>) =>
    Effect.gen(function* () {
      const chosen = messages.map((message) => ({
        message,
        translation: chooseTranslation(message.contents, message.wanted)
      }))
      const translated = chosen.flatMap(({ message, translation }) =>
        translation === null ? [] : [{ message, translation }]
      )
      const own = yield* readOwn(translated.filter(({ message }) => message.campaign_id === null))
      const ofCampaigns = yield* campaignTranslations(
        sql,
        translated.map(({ message, translation }) => ({ ...message, language: translation }))
      )
      const composed = chosen.map(({ message, translation }) => {
        const isOwn = message.purpose === "welcome" || message.purpose === "confirmation"
        const { wanted, contents } = message
        const language = isOwn ? serviceLanguage(wanted) : chosenLanguage(contents, translation, wanted)
        const made =
          message.campaign_id === null
            ? own.get(`${message.account_id}|${message.message_id}`)
            : ofCampaigns.get(`${contentKey(message)}|${translation}`)
        return made === undefined
          ? { ...message, language, shown_if: contents?.shown_if ?? {} }
          : { ...message, language, ...made }
      })
      const judged = yield* withShownBlocks(time, composed)
      return judged.map((message) => Struct.omit(message, ["contents", "shown_if", "subject_of", "wanted"]))
    })
}
