import type { LeavingReason } from "../contacts/consentOnPreference.ts"
import type { Language } from "./Language.ts"

/** The question why a contact leaves, with its answers. */
export interface LeavingTexts extends Readonly<Record<LeavingReason, string>> {
  readonly why: string
  readonly noReason: string
}

export const leavingTexts: Readonly<Record<Language, LeavingTexts>> = {
  en: {
    why: "Why are you leaving? (optional)",
    noReason: "I’d rather not say",
    too_many: "Too many messages",
    not_relevant: "Not what I am interested in",
    never_signed_up: "I never signed up",
    other: "Another reason"
  },
  de: {
    why: "Warum gehst du? (freiwillig)",
    noReason: "Keine Angabe",
    too_many: "Zu viele Nachrichten",
    not_relevant: "Das interessiert mich nicht",
    never_signed_up: "Ich habe mich nie angemeldet",
    other: "Ein anderer Grund"
  },
  fr: {
    why: "Pourquoi partez-vous ? (facultatif)",
    noReason: "Je préfère ne pas répondre",
    too_many: "Trop de messages",
    not_relevant: "Cela ne m’intéresse pas",
    never_signed_up: "Je ne me suis jamais inscrit(e)",
    other: "Une autre raison"
  },
  es: {
    why: "¿Por qué te vas? (opcional)",
    noReason: "Prefiero no decirlo",
    too_many: "Demasiados mensajes",
    not_relevant: "No me interesa",
    never_signed_up: "Nunca me suscribí",
    other: "Otro motivo"
  },
  it: {
    why: "Perché te ne vai? (facoltativo)",
    noReason: "Preferisco non dirlo",
    too_many: "Troppi messaggi",
    not_relevant: "Non mi interessa",
    never_signed_up: "Non mi sono mai iscritto",
    other: "Un altro motivo"
  },
  nl: {
    why: "Waarom ga je weg? (optioneel)",
    noReason: "Zeg ik liever niet",
    too_many: "Te veel berichten",
    not_relevant: "Het interesseert me niet",
    never_signed_up: "Ik heb me nooit aangemeld",
    other: "Een andere reden"
  },
  pt: {
    why: "Porque nos deixa? (opcional)",
    noReason: "Prefiro não dizer",
    too_many: "Demasiadas mensagens",
    not_relevant: "Não me interessa",
    never_signed_up: "Nunca me inscrevi",
    other: "Outro motivo"
  },
  pl: {
    why: "Dlaczego rezygnujesz? (opcjonalnie)",
    noReason: "Wolę nie mówić",
    too_many: "Za dużo wiadomości",
    not_relevant: "To mnie nie interesuje",
    never_signed_up: "Nigdy się nie zapisałem",
    other: "Inny powód"
  }
}
