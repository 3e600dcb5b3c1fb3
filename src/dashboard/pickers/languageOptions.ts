import { Language } from "../../domain/languages/Language.ts"
import { languageName } from "../topics/useTopics.ts"

/** The languages by English name; the value is the code. */
export const languageOptions: ReadonlyArray<{ readonly value: string; readonly label: string }> = Language.literals.map(
  (value) => ({ value, label: languageName(value) })
)
