/** What an inbound text asks for (contract §4). */
export type SmsKeyword = "stop" | "start"

// The opt-out words of carriers and providers: English, then French, Spanish, Portuguese, Italian, German, Dutch, Swedish and
// Danish, Finnish, Polish, Czech, Turkish, Russian and its neighbours, Greek, Arabic, Hebrew, Hindi.
const stopWords = [
  ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"],
  ["ARRET", "ARRETER", "ANNULER", "DESABONNER", "DESINSCRIRE"],
  ["ALTO", "BAJA", "DETENER", "PARAR", "CANCELAR", "SAIR", "REMOVER"],
  ["FERMA", "FERMARE", "ANNULLA", "CANCELLAMI", "DISISCRIVI"],
  ["STOPP", "ABMELDEN", "ABBESTELLEN", "AFMELDEN", "UITSCHRIJVEN", "AVREGISTRERA", "AFMELD", "AVMELD", "SLUTA"],
  ["LOPETA", "WYPISZ", "REZYGNUJE", "ODHLASIT", "DUR", "DURDUR", "IPTAL"],
  ["СТОП", "СТОПП", "ОТПИСАТЬСЯ", "ОТПИСКА", "ВІДПИСАТИСЯ", "ΣΤΟΠ", "ΔΙΑΚΟΠΗ"],
  ["توقف", "قف", "ايقاف", "الغاء", "עצור", "הסר", "बंद", "रोकें"]
].flat()

// Written without spaces, so a message that begins with one of them asks for it.
const unspacedStopWords = [
  "停止",
  "退订",
  "退訂",
  "取消",
  "配信停止",
  "解除",
  "ストップ",
  "중지",
  "수신거부",
  "정지",
  "หยุด",
  "ยกเลิก"
]

const startWords = ["START", "UNSTOP", "YES", "Y"]

const maxLength = 1_600

// Compatibility forms, accents and other marks, invisible characters and case tell no words apart.
const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]+/gu, "")
    .toUpperCase()

const foldedStopWords = new Set(stopWords.map(fold))
const foldedUnspacedStopWords = unspacedStopWords.map(fold)
const foldedStartWords = new Set(startWords)

/**
 * What the words of a text ask for (contract §4): a stop word as the whole message or as its first word, a start word as the
 * whole message. Case, accents, spaces, punctuation and emoji aside. Undefined for any other text.
 */
export const keywordOf = (text: string): SmsKeyword | undefined => {
  if (text.length > maxLength) return undefined
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
  const [first = "", second = ""] = words
  const whole = words.join("")
  if (foldedStartWords.has(whole)) return "start"
  // "STOP ALL", "OPT-OUT".
  const isStop = [whole, first, first + second].some((word) => foldedStopWords.has(word))
  return isStop || foldedUnspacedStopWords.some((word) => first.startsWith(word)) ? "stop" : undefined
}

/** What the provider made of a text itself; "help" asks for nothing of ours. */
const optOutTypes = new Map<string, SmsKeyword | "help">([
  ["STOP", "stop"],
  ["START", "start"],
  ["HELP", "help"]
])

/** An inbound text that changes consent. `answeredByProvider`: the provider has sent its own confirmation. */
export interface SmsRequest {
  readonly keyword: SmsKeyword
  readonly answeredByProvider: boolean
}

/** What an inbound text asks for. The provider's `OptOutType` wins over the words, which may be of its own list (contract §4). */
export const smsRequestOf = (text: string, optOutType: string | null): SmsRequest | undefined => {
  const judged = optOutTypes.get(optOutType?.trim().toUpperCase() ?? "")
  const keyword = judged ?? keywordOf(text)
  return keyword === undefined || keyword === "help" ? undefined : { keyword, answeredByProvider: judged !== undefined }
}

/** The phone number in a provider's sender: `whatsapp:+1…` and `rcs:+1…` name the channel, some leave out the plus. */
export const senderNumber = (from: string): string => {
  const number = from
    .slice(0, 64)
    .replace(/^(?:whatsapp|rcs|sms|tel):/i, "")
    .trim()
  return /^[1-9]\d{7,14}$/.test(number) ? `+${number}` : number
}
