import { filled, Language } from "./Language.ts"
import { Schema } from "effect"

/** The words that the service adds to messages, beside those of the merchant. */
interface MessageWords {
  readonly unsubscribe: string
  readonly preferences: string
  /** The text that greets a phone (contract §4.4), and the one that confirms STOP (§4.7). `{store}` is the store's name. */
  readonly welcome: string
  readonly confirmation: string
}

const words: Readonly<Record<Language, MessageWords>> = {
  en: {
    unsubscribe: "Unsubscribe",
    preferences: "Preferences",
    welcome: "{store}: you will get our texts from now on. Reply STOP to end them.",
    confirmation: "{store}: you will get no more texts from us. Reply START to get them again."
  },
  de: {
    unsubscribe: "Abmelden",
    preferences: "Einstellungen",
    welcome: "{store}: ab jetzt bekommst du unsere SMS. Antworte STOP, um sie zu beenden.",
    confirmation: "{store}: du bekommst keine SMS mehr von uns. Antworte START, um sie wieder zu bekommen."
  },
  fr: {
    unsubscribe: "Se désabonner",
    preferences: "Préférences",
    welcome: "{store} : vous recevrez désormais nos SMS. Répondez STOP pour y mettre fin.",
    confirmation: "{store} : vous ne recevrez plus de SMS de notre part. Répondez START pour les recevoir à nouveau."
  },
  es: {
    unsubscribe: "Darse de baja",
    preferences: "Preferencias",
    welcome: "{store}: a partir de ahora recibirás nuestros SMS. Responde STOP para dejar de recibirlos.",
    confirmation: "{store}: ya no recibirás SMS nuestros. Responde START para volver a recibirlos."
  },
  it: {
    unsubscribe: "Annulla l’iscrizione",
    preferences: "Preferenze",
    welcome: "{store}: da ora riceverai i nostri SMS. Rispondi STOP per non riceverli più.",
    confirmation: "{store}: non riceverai più i nostri SMS. Rispondi START per riceverli di nuovo."
  },
  nl: {
    unsubscribe: "Afmelden",
    preferences: "Voorkeuren",
    welcome: "{store}: vanaf nu krijg je onze sms'jes. Antwoord STOP om ze te stoppen.",
    confirmation: "{store}: je krijgt geen sms'jes meer van ons. Antwoord START om ze weer te krijgen."
  },
  pt: {
    unsubscribe: "Cancelar subscrição",
    preferences: "Preferências",
    welcome: "{store}: a partir de agora vai receber os nossos SMS. Responda STOP para deixar de os receber.",
    confirmation: "{store}: não vai receber mais SMS nossos. Responda START para voltar a recebê-los."
  },
  pl: {
    unsubscribe: "Wypisz się",
    preferences: "Preferencje",
    welcome: "{store}: od teraz będziesz otrzymywać nasze SMS-y. Odpowiedz STOP, aby je zakończyć.",
    confirmation: "{store}: nie wyślemy już żadnych SMS-ów. Odpowiedz START, aby znów je otrzymywać."
  }
}

/** The languages of a message: of the merchant's content, null if unknown, and of the words that the service adds. */
export interface MessageLanguage {
  readonly content: Language | null
  readonly words: Language
}

/** The language of messages that belong to no account. */
export const englishWords: MessageLanguage = { content: null, words: "en" }

/** The words of the links that mail has at its end. */
export const linkWords = ({ words: language }: MessageLanguage): Pick<MessageWords, "unsubscribe" | "preferences"> =>
  words[language]

/** The template of a text of the service's own. */
export const serviceText = (purpose: "welcome" | "confirmation", { words: language }: MessageLanguage): string =>
  filled(words[language][purpose], { store: "{{ account.name }}" })

const isLanguage = Schema.is(Language)

/** The language of a tag such as `fr` or `pt-BR`, of those that the service writes; null for others. Pure. */
export const languageOfTag = (tag: unknown): Language | null => {
  const [first = ""] = typeof tag === "string" && tag.length <= 35 ? tag.trim().toLowerCase().split(/[-_]/, 1) : []
  return isLanguage(first) ? first : null
}

/** The names of custom fields that hold a contact's language, without case and the signs between words. */
export const languageFields = new Set(["language", "locale", "lang", "preferredlanguage", "languagecode"])

/** The signs between the words of such names. */
export const languageFieldSigns = " _.$-"

const namesLanguage = (name: string): boolean =>
  name.length <= 64 && languageFields.has(name.toLowerCase().replace(/[ _.$-]/g, ""))

/** Whether a custom field tells a language, one of those that the service writes or another. Pure. */
export const tellsLanguage = (custom_fields: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(custom_fields).some(
    ([name, value]) => namesLanguage(name) && value !== null && !(typeof value === "string" && value.trim() === "")
  )

/** The language of a contact by its custom fields; null where none tells. Pure. */
export const languageOfContact = (custom_fields: Readonly<Record<string, unknown>>): Language | null => {
  for (const [name, value] of Object.entries(custom_fields)) {
    if (!namesLanguage(name)) continue
    const language = languageOfTag(value)
    if (language !== null) return language
  }
  return null
}

/** The languages that a message is chosen by: the contact's and the account's, null where they are not known. */
export interface WantedLanguages {
  readonly contact: Language | null
  readonly account: Language | null
}

/** The language of an account: its own, else that of its country if most people there read one of the eight. `countryLanguage` is a tag. Pure. */
export const languageOfAccount = (account: {
  readonly language: string | null
  readonly countryLanguage: string
}): Language | null => languageOfTag(account.language) ?? languageOfTag(account.countryLanguage)

/** The languages of a message with a content in this language, null if it is not known: the words are in the language of the content. Pure. */
export const messageLanguage = (content: Language | null, { contact }: WantedLanguages): MessageLanguage => ({
  content,
  words: content ?? contact ?? "en"
})

/** The language of the service's own texts: the contact's, else the account's, else English. Pure. */
export const serviceLanguage = ({ contact, account }: WantedLanguages): MessageLanguage => {
  const language = contact ?? account ?? "en"
  return { content: language, words: language }
}
