import { contrast, darkColors, lightColors } from "../../values/mailColors.ts"
import type { DocumentSettings, Font } from "../MailDocument.ts"
import type { BlockKeys } from "../shownBlocks.ts"

/** Where a block stands: how wide its place is in pixels, and the colour behind it, undefined for the layout's own. */
export interface Place {
  readonly width: number
  readonly settings: DocumentSettings
  readonly background: string | undefined
  /** The keys of the document's blocks that not everybody sees. */
  readonly keys: BlockKeys
}

/** The place of a text in the mail, which decides its colours. */
export type Ground = Pick<Place, "settings" | "background">

/** Pixels of the content of the layout. */
const contentWidth = 560

/** Pixels between the edge of a background and what stands on it. */
export const backgroundPadding = 16

/** The place of the blocks of a document. */
export const placeOf = (settings: DocumentSettings, keys: BlockKeys): Place => ({
  width: contentWidth - (settings.background === undefined ? 0 : 2 * backgroundPadding),
  settings,
  background: settings.background,
  keys
})

/** The place within a block that may have a background of its own. */
export const placeWithin = (place: Place, background: string | undefined): Place =>
  background === undefined ? place : { ...place, background, width: place.width - 2 * backgroundPadding }

/** The fonts that clients have, by kind. Outlook for Windows takes the first that it knows. */
const fonts: Readonly<Record<Font, string>> = {
  sans: "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  serif: "Georgia,'Times New Roman',Times,serif",
  mono: "'Courier New',Courier,monospace"
}

/** The font of all text of a document, as a style. Tables of Outlook for Windows do not inherit it. */
export const fontStyle = ({ settings: { font = "sans" } }: Pick<Place, "settings">): string =>
  `font-family:${fonts[font]}`

/** The colour of text on a background that can be read: dark, or white. */
export const readableOn = (background: string): string =>
  contrast("#ffffff", background) > contrast(lightColors.text, background) ? "#ffffff" : lightColors.text

/** The least contrast of large text that WCAG 2 asks for (level AA). */
const minContrast = 3

/** How a text gets its colour: by an inline style, and by the class that gives it the layout's colour in the dark scheme. */
export interface TextColor {
  /** Undefined for the layout's colour, which follows the scheme. */
  readonly color: string | undefined
  /** The text would not be read on the layout's dark background. */
  readonly isLightOnly: boolean
  /** The text is badly read on the background of the place, or the layout's light one. */
  readonly isFaint: boolean
}

/** The colour of text in a place: its own, the document's, one that can be read on the background of the place, or the layout's. */
export const textColor = (place: Ground, own?: string): TextColor => {
  const { settings, background } = place
  const color = own ?? settings.color ?? (background === undefined ? undefined : readableOn(background))
  return {
    color,
    isLightOnly: color !== undefined && background === undefined && contrast(color, darkColors.card) < minContrast,
    isFaint: color !== undefined && contrast(color, background ?? lightColors.card) < minContrast
  }
}

/** The colour of links in a place; undefined for the layout's. A background has its own, since the layout's changes with the scheme. */
export const linkColor = (place: Place, textOf?: string): string | undefined =>
  place.settings.link_color ?? (place.background === undefined ? undefined : (textOf ?? readableOn(place.background)))
