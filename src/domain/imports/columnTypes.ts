import { numberIn } from "../conditions/freeValue.ts"
import type { ColumnType, FileFormat } from "./FileLayout.ts"
import { booleanOfCell, dayOfCell, numberOfCell, textOfCell } from "./importCells.ts"

// Names of birthdays and anniversaries in the languages of shops: only there are two numbers a day of each year.
const yearlyNames =
  /birth|\bb[_ -]?day|\bdob\b|anniver|geburt|jahrestag|naissance|nacimiento|cumplea|nascita|compleann|verjaar|geboorte|urodzi|nascimento|aniversari|jubil/i

const yearless = /^\d{1,2}[-/.]\d{1,2}[.]?$/
const dateLike =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{1,2}\/\d{1,2}\/\d{2}\b|[a-z]{3,9}\.? \d{1,2},? \d{4}|\d{1,2}\.? [a-z]{3,9}\.?,? \d{4})/i
const truthLike = /^(?:yes|no|true|false)$/i

// Codes begin with a zero or have more digits than a number keeps: they stay text. Amounts keep their currency so.
const isNumeric = (text: string): boolean => {
  if (!/^-?\d{1,3}(?:[.,'’]\d{3})*(?:[.,]\d{1,15})?$|^-?\d{1,15}(?:[.,]\d{1,15})?$/.test(text)) return false
  return [".", ","].some((mark) => {
    const number = numberOfCell(text, mark === "," ? "," : ".")
    return typeof number === "object" && numberIn(JSON.stringify(number)) !== undefined && !/^-?0\d/.test(text)
  })
}

const isDate = (header: string) => {
  const isYearly = yearlyNames.test(header)
  return (text: string): boolean => dateLike.test(text) || (isYearly && yearless.test(text))
}

/** The likely type of a column's cells: text unless all that are not blank are of another type. Pure. */
export const columnType = (header: string, cells: ReadonlyArray<string>): ColumnType => {
  const filled = cells.map(textOfCell).filter((text) => text !== "")
  if (filled.length === 0) return "text"
  if (filled.every((text) => truthLike.test(text))) return "boolean"
  if (filled.every(isDate(header))) return "date"
  return filled.every(isNumeric) ? "number" : "text"
}

/** A cell as the custom field that its column is. A cell that does not fit the type of its column stays the text that it is. Pure. */
export const customValue = (type: ColumnType | undefined, text: string, format: FileFormat): unknown => {
  if (type === "number") return isNumeric(text) ? numberOfCell(text, format.decimal) : text
  if (type === "boolean") return truthLike.test(text) ? booleanOfCell(text) : text
  return type === "date" ? dayOfCell(text, format) : text
}
