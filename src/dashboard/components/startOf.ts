/** The first `max` characters of a text, with an ellipsis; the whole text where it is hardly longer. */
export const startOf = (text: string, max: number): string =>
  text.length <= 1.5 * max
    ? text
    : `${Array.from(text.slice(0, 2 * max))
        .slice(0, max)
        .join("")}…`
