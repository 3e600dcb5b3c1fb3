/** The codes of a pasted text or a file, one on each line or between separators. Quotes of CSV files are left out. */
export const codesOfText = (text: string): ReadonlyArray<string> =>
  text
    .split(/[\s,;"]/)
    .map((code) => code.trim())
    .filter((code) => code !== "")
