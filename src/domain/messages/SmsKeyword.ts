/** The request of an inbound SMS (contract §4.7). `confirm` answers a text that asked to confirm a sign-up, and means nothing else. */
export type SmsKeyword = "stop" | "start" | "confirm"

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

// Languages written without spaces: a text that begins with one of these is a stop request.
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

// YES in the languages of the texts that ask: German and Dutch, French, Spanish and Italian, Portuguese, Polish.
const confirmWords = ["JA", "OUI", "SI", "SIM", "TAK"]

const maxLength = 1_600

// Words are compared without compatibility forms, accents and other marks, invisible characters and case.
const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]+/gu, "")
    .toUpperCase()

const foldedStopWords = new Set(stopWords.map(fold))
const foldedUnspacedStopWords = unspacedStopWords.map(fold)
const foldedStartWords = new Set(startWords)
const foldedConfirmWords = new Set(confirmWords)

/**
 * The keyword of a text (contract §4.7): a stop word as the whole text or as its first word, or a start word or a yes in another
 * language as the whole text. Ignores case, accents, spaces, punctuation and emoji. Undefined for any other text.
 */
export const keywordOf = (text: string): SmsKeyword | undefined => {
  if (text.length > maxLength) return undefined
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
  const [first = "", second = ""] = words
  const whole = words.join("")
  if (foldedStartWords.has(whole)) return "start"
  if (foldedConfirmWords.has(whole)) return "confirm"
  // "STOP ALL", "OPT-OUT".
  const isStop = [whole, first, first + second].some((word) => foldedStopWords.has(word))
  return isStop || foldedUnspacedStopWords.some((word) => first.startsWith(word)) ? "stop" : undefined
}

/** Whether a text names a word that agrees and a word that ends the texts. */
export const asksForReply = (text: string): boolean => {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return (
    words.some((word) => word === "YES" || foldedConfirmWords.has(word)) &&
    words.some((word) => foldedStopWords.has(word))
  )
}

// Values of the provider's `OptOutType`. The provider answers "help" itself.
const optOutTypes = new Map<string, SmsKeyword | "help">([
  ["STOP", "stop"],
  ["START", "start"],
  ["HELP", "help"]
])

/** An inbound SMS that changes consent. `answeredByProvider`: the provider has sent its own confirmation. */
export interface SmsRequest {
  readonly keyword: SmsKeyword
  readonly answeredByProvider: boolean
}

/** The request of an inbound SMS. The provider's `OptOutType` wins over the words, since it has a list of its own (contract §4.7). */
export const smsRequestOf = (text: string, optOutType: string | null): SmsRequest | undefined => {
  const classified = optOutTypes.get(optOutType?.trim().toUpperCase() ?? "")
  const keyword = classified ?? keywordOf(text)
  return keyword === undefined || keyword === "help"
    ? undefined
    : { keyword, answeredByProvider: classified !== undefined }
}

/** The phone number of a provider's `From`: removes a channel prefix (`whatsapp:+1…`, `rcs:+1…`) and adds a missing plus. */
export const senderNumber = (from: string): string => {
  const number = from
    .slice(0, 64)
    .replace(/^(?:whatsapp|rcs|sms|tel):/i, "")
    .trim()
  return /^[1-9]\d{7,14}$/.test(number) ? `+${number}` : number
}
