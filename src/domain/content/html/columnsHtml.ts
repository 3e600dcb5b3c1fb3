import { layoutTable, outlookOnly } from "./markup.ts"

/** Pixels at each side of a column. */
const gap = 8

/** Pixels of the content of one of `count` columns in a place of this width. */
export const columnWidth = (width: number, count: number): number =>
  count === 1 ? width : Math.floor(width / count) - 2 * gap

/**
 * One column. The classes `shell-2` to `shell-4` keep columns beside each other where a screen is no phone's but narrower than the layout. Its siblings
 * follow without white space between, which would take room.
 */
export const columnHtml = (html: string, width: number, count: number): string => {
  const share = Math.floor(width / count)
  const padding = count === 1 ? "0" : `0 ${gap}px`
  return `${outlookOnly(`<td width="${share}" valign="top">`)}<div class="${count === 1 ? "shell-column" : `shell-column shell-${count}`}" style="display:inline-block;width:100%;max-width:${share}px;vertical-align:top"><table ${layoutTable} width="100%"><tr><td style="padding:${padding}">${html}</td></tr></table></div>${outlookOnly("</td>")}`
}

/** Columns beside each other where there is room, and below each other where there is not. Outlook for Windows has a row of cells. */
export const rowHtml = (columns: string, width: number): string =>
  `${outlookOnly(`<table ${layoutTable} width="${width}"><tr>`)}${columns}${outlookOnly("</tr></table>")}`
