/** Colours of the mail layout, as `#` and six hexadecimal digits. */
export const lightColors = { page: "#f4f4f5", card: "#ffffff", text: "#1f2328", muted: "#57606a", accent: "#1f2328" }
export const darkColors = { page: "#111113", card: "#1c1c1f", text: "#f2f2f3", muted: "#b4b8bf", accent: "#f2f2f3" }

/** The least contrast of text that WCAG 2 asks for (level AA). */
const minContrast = 4.5

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours by WCAG 2: 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The account's colour as text on a background; `fallback` without a colour, or where it could not be read. */
export const readableColor = (color: string | null, background: string, fallback: string): string =>
  color !== null && contrast(color, background) >= minContrast ? color : fallback
