import * as words from "../words/imports.ts"

/** The header of a column; without one its place. */
export const nameOfColumn = (header: string, index: number): string =>
  header.trim() === "" ? words.withoutHeader(index + 1) : header
