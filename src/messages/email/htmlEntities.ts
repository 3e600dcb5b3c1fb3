const pairs = (names: string, characters: string): ReadonlyArray<readonly [name: string, character: string]> => {
  const split = Array.from(characters)
  return names.split(" ").map((name, at) => [name, split[at] ?? ""])
}

// All names of ASCII characters: a missing one could hide the scheme of an address.
const ascii = pairs(
  "Tab NewLine excl quot QUOT num dollar percnt amp AMP apos lpar rpar ast midast plus comma period sol colon semi lt LT equals gt GT quest commat lsqb lbrack bsol rsqb rbrack Hat lowbar UnderBar grave DiacriticalGrave lcub lbrace verbar vert VerticalLine rcub rbrace",
  '\t\n!""#$%&&\'()**+,./:;<<=>>?@[[\\]]^__``{{|||}}'
)

const latin1 = pairs(
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml",
  String.fromCharCode(...Array.from({ length: 96 }, (_, at) => 160 + at))
)

const typographic = pairs(
  "ensp emsp thinsp zwnj zwj lrm rlm ndash mdash lsquo rsquo sbquo ldquo rdquo bdquo bull hellip euro trade larr uarr rarr darr check star hearts",
  "\u2002\u2003\u2009\u200C\u200D\u200E\u200F–—‘’‚“”„•…€™←↑→↓✓☆♥"
)

const charactersByName = new Map([...ascii, ...latin1, ...typographic])

// Browsers accept these names without a semicolon too.
const unterminated = new Set(["amp", "AMP", "lt", "LT", "gt", "GT", "quot", "QUOT", ...latin1.map(([name]) => name)])

const windows = new TextDecoder("windows-1252")

const characterOf = (code: number): string => {
  if (code >= 0x80 && code < 0xa0) return windows.decode(Uint8Array.of(code))
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : "\uFFFD"
}

/** Decodes the character references of HTML once: `&amp;lt;` gives `&lt;`. References with an unknown name stay. */
export const decodeEntities = (html: string): string =>
  html.replace(
    /&(?:#x([0-9a-f]+);?|#([0-9]+);?|([a-z][a-z0-9]*)(;?))/gi,
    (
      reference,
      hex: string | undefined,
      decimal: string | undefined,
      name: string | undefined,
      end: string,
      at: number
    ) => {
      if (hex !== undefined) return characterOf(Number.parseInt(hex, 16))
      if (decimal !== undefined) return characterOf(Number(decimal))
      if (name === undefined) return reference
      // In an address, `&copy=2` is a parameter.
      if (end === "" && (!unterminated.has(name) || html[at + reference.length] === "=")) return reference
      return charactersByName.get(name) ?? reference
    }
  )

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" }

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char)
