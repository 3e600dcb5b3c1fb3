// ISO 3166-1: pairs of alpha-2 and alpha-3 code, and XK and XKX for Kosovo. Written out because it changes less than once a year.
const codes =
  "ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB " +
  "BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR " +
  "BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR " +
  "CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK " +
  "FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS " +
  "GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN " +
  "ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO " +
  "LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD " +
  "MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER " +
  "NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM " +
  "PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP " +
  "SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF " +
  "TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY " +
  "UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE XKXKX"

/** ISO 3166-1 alpha-2 codes by alpha-3 code. */
export const alpha2Of: ReadonlyMap<string, string> = new Map(
  codes.split(" ").map((pair) => [pair.slice(2), pair.slice(0, 2)])
)

const countries = new Set(alpha2Of.values())

// Territories without telephone numbers of their own, and two islands that have them without an ISO 3166 code.
const withoutNumbers = new Set(["AQ", "BV", "GS", "HM", "PN", "TF", "UM"])
const withNumbers = new Set(["AC", "TA"])

/**
 * Whether the code is of a country with telephone numbers. The answer of libphonenumber's metadata without the metadata, which the dashboard
 * would load.
 */
export const hasPhoneNumbers = (code: string): boolean =>
  withNumbers.has(code) || (countries.has(code) && !withoutNumbers.has(code))

// Names that CLDR lacks: common short forms, and the formal names of ISO 3166.
const otherNames: Readonly<Record<string, ReadonlyArray<string>>> = {
  AE: ["UAE", "Emirates"],
  BN: ["Brunei Darussalam"],
  BO: ["Bolivia, Plurinational State of"],
  BQ: ["Bonaire, Sint Eustatius and Saba"],
  CD: ["Democratic Republic of the Congo", "Congo, Democratic Republic of the", "DR Congo"],
  CG: ["Republic of the Congo"],
  CI: ["Ivory Coast"],
  CN: ["People's Republic of China"],
  CV: ["Cabo Verde"],
  CZ: ["Czech Republic"],
  FK: ["Falkland Islands (Malvinas)"],
  FM: ["Micronesia, Federated States of"],
  GB: ["UK", "Great Britain", "England", "Scotland", "Wales", "Northern Ireland"],
  GR: ["EL"],
  IR: ["Iran, Islamic Republic of", "Islamic Republic of Iran"],
  KP: ["Korea, Democratic People's Republic of"],
  KR: ["Korea, Republic of", "Republic of Korea"],
  LA: ["Lao People's Democratic Republic"],
  MD: ["Moldova, Republic of"],
  MF: ["Saint Martin (French part)"],
  MK: ["Macedonia", "Republic of North Macedonia"],
  MM: ["Burma"],
  MO: ["Macau"],
  NL: ["Holland"],
  PS: ["Palestine", "State of Palestine", "Palestine, State of"],
  RU: ["Russian Federation"],
  SX: ["Sint Maarten (Dutch part)"],
  SY: ["Syrian Arab Republic"],
  SZ: ["Swaziland"],
  TL: ["East Timor"],
  TR: ["Turkey"],
  TW: ["Taiwan, Province of China"],
  TZ: ["Tanzania, United Republic of", "United Republic of Tanzania"],
  UM: ["United States Minor Outlying Islands"],
  US: ["U.S.A.", "United States of America"],
  VA: ["Holy See", "Vatican", "Holy See (Vatican City State)"],
  VE: ["Venezuela, Bolivarian Republic of"],
  VG: ["Virgin Islands, British"],
  VI: ["Virgin Islands, U.S."]
}

// Names of two countries each, which identify neither.
const ambiguous = ["Congo", "Korea"]

// Names are compared without case, accents and punctuation.
const nameKey = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("&", " and ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/\bthe /g, "")
    .replace(/\bst\b/g, "saint")

const languages = ["de", "fr", "es", "it", "nl", "pt", "pl"]

// A name that other languages use for two countries identifies neither, unless it is an English name or one of those above.
const countryNames = (): ReadonlyMap<string, string> => {
  const displayNames = new Map<string, Intl.DisplayNames>()
  const displayNamesOf = (language: string, style: "long" | "short"): Intl.DisplayNames => {
    const key = `${language}|${style}`
    const existing = displayNames.get(key)
    if (existing !== undefined) return existing
    const created = new Intl.DisplayNames([language], { type: "region", style, fallback: "none" })
    displayNames.set(key, created)
    return created
  }
  const namesIn = (language: string, code: string): ReadonlyArray<string> =>
    (["long", "short"] as const).flatMap((style) => {
      const name = displayNamesOf(language, style).of(code)
      return name === undefined ? [] : [nameKey(name)]
    })

  const codes = [...alpha2Of.values()]
  const names = new Map<string, string>()
  for (const code of codes) for (const name of namesIn("en", code)) names.set(name, code)
  for (const [code, others] of Object.entries(otherNames)) for (const name of others) names.set(nameKey(name), code)
  const local = new Map<string, Set<string>>()
  for (const code of codes) {
    for (const language of [...languages, new Intl.Locale(`und-${code}`).maximize().language]) {
      for (const name of namesIn(language, code)) local.set(name, (local.get(name) ?? new Set()).add(code))
    }
  }
  for (const [name, [code = "", ...others]] of local) {
    if (others.length === 0 && !names.has(name)) names.set(name, code)
  }
  for (const name of ambiguous) names.delete(nameKey(name))
  return names
}

const alpha2 = new Set(alpha2Of.values())
// Built at the first use, which takes thousands of Intl calls.
const cachedNames = (() => {
  let names: ReadonlyMap<string, string> | undefined
  return () => (names ??= countryNames())
})()

const maxNameLength = 100

/**
 * The ISO 3166 alpha-2 code of a country that is written as such a code, as an alpha-3 code, or by its name in English, German,
 * French, Spanish, Italian, Dutch, Portuguese, Polish or its own main language. Undefined for anything else.
 */
export const countryCode = (country: string): string | undefined => {
  const text = country.trim()
  const code = text.toUpperCase()
  if (alpha2.has(code)) return code
  const byAlpha3 = alpha2Of.get(code)
  if (byAlpha3 !== undefined) return byAlpha3
  if (text.length > maxNameLength) return undefined
  return cachedNames().get(nameKey(text))
}
