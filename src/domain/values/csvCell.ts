/** A cell of a CSV file. A spreadsheet would evaluate a cell that begins like a formula; an apostrophe makes it text. */
export const csvCell = (text: string): string => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`

/** A line of a CSV file, with its line break. */
export const csvLine = (cells: ReadonlyArray<string>): string => `${cells.join(",")}\r\n`

/** The cell of an address. A phone in international form, a plus sign and digits, is no formula and stays as it is. */
export const phoneCell = (text: string | null): string =>
  text === null ? "" : /^\+\d+$/.test(text) ? text : csvCell(text)
