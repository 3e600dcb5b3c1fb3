/**
 * A cell of a CSV file. A spreadsheet would evaluate a cell that begins like a formula, and takes the plus sign of a phone; an apostrophe makes
 * both text, and imports read the cell without it.
 */
export const csvCell = (text: string): string => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`

/** A line of a CSV file, with its line break. */
export const csvLine = (cells: ReadonlyArray<string>): string => `${cells.join(",")}\r\n`

/** The cell of an address; null is an empty cell. */
export const addressCell = (text: string | null): string => (text === null ? "" : csvCell(text))
