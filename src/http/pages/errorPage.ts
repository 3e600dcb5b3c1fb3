import { formTexts } from "../../domain/languages/formTexts.ts"
import { acceptedLanguage } from "../../domain/languages/Language.ts"
import { errorTexts } from "../../domain/languages/errorTexts.ts"
import { storePage } from "./storePage.ts"

/** The page of an error for people, in their language. Without the name of a store, which would take the database. */
export const errorPage = (status: number, acceptLanguage: string | undefined) => {
  const language = acceptedLanguage(acceptLanguage)
  const { notFound, failed } = errorTexts[language]
  const title = status === 429 ? formTexts[language].tooMany : status === 404 || status === 405 ? notFound : failed
  return storePage({ name: "", logo_url: null, color: null }, { language, title, content: [], status })
}
