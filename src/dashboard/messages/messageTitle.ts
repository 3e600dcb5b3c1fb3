const placeholder = /\{\{([^{}]*)\}\}/g
const tag = /\{%[^{}%]*%\}/g

// `contact.first_name` is "first name"; a default of the template stands for the value.
const standIn = (expression: string): string => {
  const fallback = /default:\s*(?:'([^']*)'|"([^"]*)")/.exec(expression)
  if (fallback !== null) return fallback[1] ?? fallback[2] ?? ""
  const variable = expression.split("|", 1)[0]?.trim() ?? ""
  return `[${variable.split(".").at(-1)?.replaceAll("_", " ") ?? ""}]`
}

/**
 * The title of a message that may not have been rendered: a skipped message keeps its template. Placeholders become their default
 * or the name of their variable in brackets, tags are left out. A rendered text stays as it is. Linear in the length.
 */
export const messageTitle = (text: string): string =>
  text
    .replace(placeholder, (_, expression: string) => standIn(expression))
    .replace(tag, "")
    .replace(/\s+/g, " ")
    .trim()
