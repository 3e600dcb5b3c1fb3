const entities: Readonly<Record<string, string>> = {
  "&nbsp;": " ",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&"
}

/** The words of an HTML mail for readers without HTML: links in brackets, blocks on lines of their own. */
export const htmlToText = (html: string): string =>
  html
    // One that is never closed goes on to the end, as it does for a browser: looked for from each anew, it would take the square of the length.
    .replace(/<(style|script|title)\b[^<>]{0,2000}>[^]*?(?:<\/\1\s*>|$)/gi, "")
    .replace(
      /<a\s[^<>]{0,2000}?\bhref\s{0,9}=\s{0,9}["']([^"'<>]{1,4000})["'][^<>]{0,2000}>([^<]{0,2000})<\/a\s*>/gi,
      "$2 ($1)"
    )
    .replace(/<(?:br|\/p|\/div|\/h[1-6]|\/li|\/tr)\b[^<>]{0,2000}>/gi, "\n")
    .replace(/<[^<>]{0,4000}>/g, "")
    .replace(/&(?:nbsp|lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
