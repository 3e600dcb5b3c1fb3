/** Words of the languages that the messages of a flow lack. */
import { contacts } from "../pickers.ts"

export const missingLanguages = "Some contacts read a language that messages of this flow lack"
export const readersOf = (count: number, isLeast: boolean) => `${contacts(count, isLeast)} would get another one`
