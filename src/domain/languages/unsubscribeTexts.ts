import type { Language } from "./Language.ts"

/** The words of the page of an unsubscribe link. `{address}` is the contact's, `{store}` the name of the store. */
export interface UnsubscribeTexts {
  readonly question: string
  /** Where the contact has no e-mail address. */
  readonly plainQuestion: string
  readonly effect: string
  readonly unsubscribe: string
  readonly done: string
  readonly doneFor: string
  readonly plainDoneFor: string
  readonly mistake: string
  readonly subscribeAgain: string
  readonly again: string
  readonly againFor: string
  readonly stays: string
  readonly staysFor: string
  readonly choices: string
}

export const unsubscribeTexts: Readonly<Record<Language, UnsubscribeTexts>> = {
  en: {
    question: "Unsubscribe {address} from {store}?",
    plainQuestion: "Unsubscribe from {store}?",
    effect: "You will get no more marketing e-mail. Messages about your orders still arrive.",
    unsubscribe: "Unsubscribe",
    done: "You are unsubscribed",
    doneFor: "{address} will get no more marketing e-mail from {store}.",
    plainDoneFor: "You will get no more marketing e-mail from {store}.",
    mistake: "Was that a mistake?",
    subscribeAgain: "Subscribe again",
    again: "You are subscribed again",
    againFor: "You will get e-mail from {store} as before.",
    stays: "You stay unsubscribed",
    staysFor: "This link no longer subscribes. Sign up with {store} to get its e-mail again.",
    choices: "All choices"
  },
  de: {
    question: "{address} bei {store} abmelden?",
    plainQuestion: "Bei {store} abmelden?",
    effect: "Du erhältst keine Werbe-E-Mails mehr. Nachrichten zu deinen Bestellungen kommen weiterhin.",
    unsubscribe: "Abmelden",
    done: "Du bist abgemeldet",
    doneFor: "{address} erhält keine Werbe-E-Mails mehr von {store}.",
    plainDoneFor: "Du erhältst keine Werbe-E-Mails mehr von {store}.",
    mistake: "War das ein Versehen?",
    subscribeAgain: "Wieder anmelden",
    again: "Du bist wieder angemeldet",
    againFor: "Du erhältst E-Mails von {store} wie zuvor.",
    stays: "Du bleibst abgemeldet",
    staysFor: "Dieser Link meldet nicht mehr an. Melde dich bei {store} an, um wieder E-Mails zu erhalten.",
    choices: "Alle Einstellungen"
  },
  fr: {
    question: "Désabonner {address} de {store} ?",
    plainQuestion: "Se désabonner de {store} ?",
    effect: "Vous ne recevrez plus d’e-mails publicitaires. Les messages sur vos commandes arriveront toujours.",
    unsubscribe: "Se désabonner",
    done: "Vous êtes désabonné(e)",
    doneFor: "{address} ne recevra plus d’e-mails publicitaires de {store}.",
    plainDoneFor: "Vous ne recevrez plus d’e-mails publicitaires de {store}.",
    mistake: "Était-ce une erreur ?",
    subscribeAgain: "Se réabonner",
    again: "Vous êtes de nouveau abonné(e)",
    againFor: "Vous recevrez les e-mails de {store} comme avant.",
    stays: "Vous restez désabonné(e)",
    staysFor: "Ce lien n’abonne plus. Inscrivez-vous auprès de {store} pour recevoir de nouveau ses e-mails.",
    choices: "Tous les réglages"
  },
  es: {
    question: "¿Dar de baja {address} de {store}?",
    plainQuestion: "¿Darse de baja de {store}?",
    effect: "No recibirás más correos publicitarios. Los mensajes sobre tus pedidos seguirán llegando.",
    unsubscribe: "Darme de baja",
    done: "Te has dado de baja",
    doneFor: "{address} no recibirá más correos publicitarios de {store}.",
    plainDoneFor: "No recibirás más correos publicitarios de {store}.",
    mistake: "¿Ha sido un error?",
    subscribeAgain: "Suscribirme de nuevo",
    again: "Te has suscrito de nuevo",
    againFor: "Recibirás los correos de {store} como antes.",
    stays: "Sigues dado de baja",
    staysFor: "Este enlace ya no suscribe. Regístrate en {store} para volver a recibir sus correos.",
    choices: "Todas las opciones"
  },
  it: {
    question: "Annullare l’iscrizione di {address} a {store}?",
    plainQuestion: "Annullare l’iscrizione a {store}?",
    effect: "Non riceverai più e-mail pubblicitarie. I messaggi sui tuoi ordini arriveranno comunque.",
    unsubscribe: "Annulla iscrizione",
    done: "Iscrizione annullata",
    doneFor: "{address} non riceverà più e-mail pubblicitarie da {store}.",
    plainDoneFor: "Non riceverai più e-mail pubblicitarie da {store}.",
    mistake: "È stato un errore?",
    subscribeAgain: "Iscriviti di nuovo",
    again: "Sei di nuovo iscritto",
    againFor: "Riceverai le e-mail di {store} come prima.",
    stays: "L’iscrizione resta annullata",
    staysFor: "Questo link non iscrive più. Iscriviti presso {store} per ricevere di nuovo le sue e-mail.",
    choices: "Tutte le preferenze"
  },
  nl: {
    question: "{address} afmelden bij {store}?",
    plainQuestion: "Afmelden bij {store}?",
    effect: "Je krijgt geen reclamemails meer. Berichten over je bestellingen blijven komen.",
    unsubscribe: "Afmelden",
    done: "Je bent afgemeld",
    doneFor: "{address} krijgt geen reclamemails meer van {store}.",
    plainDoneFor: "Je krijgt geen reclamemails meer van {store}.",
    mistake: "Was dit een vergissing?",
    subscribeAgain: "Opnieuw aanmelden",
    again: "Je bent weer aangemeld",
    againFor: "Je krijgt weer e-mail van {store} zoals voorheen.",
    stays: "Je blijft afgemeld",
    staysFor: "Deze link meldt niet meer aan. Meld je aan bij {store} om weer e-mail te krijgen.",
    choices: "Alle keuzes"
  },
  pt: {
    question: "Cancelar a subscrição de {address} em {store}?",
    plainQuestion: "Cancelar a subscrição em {store}?",
    effect: "Não receberá mais e-mails publicitários. As mensagens sobre as suas encomendas continuam a chegar.",
    unsubscribe: "Cancelar subscrição",
    done: "A subscrição foi cancelada",
    doneFor: "{address} não receberá mais e-mails publicitários de {store}.",
    plainDoneFor: "Não receberá mais e-mails publicitários de {store}.",
    mistake: "Foi um engano?",
    subscribeAgain: "Subscrever de novo",
    again: "A subscrição está ativa de novo",
    againFor: "Receberá os e-mails de {store} como antes.",
    stays: "A subscrição continua cancelada",
    staysFor: "Esta ligação já não subscreve. Registe-se em {store} para voltar a receber os seus e-mails.",
    choices: "Todas as opções"
  },
  pl: {
    question: "Wypisać {address} z listy {store}?",
    plainQuestion: "Wypisać się z listy {store}?",
    effect: "Nie będziemy wysyłać reklam. Wiadomości o zamówieniach nadal będą przychodzić.",
    unsubscribe: "Wypisz",
    done: "Subskrypcja została anulowana",
    doneFor: "{address} nie otrzyma już reklam od {store}.",
    plainDoneFor: "Nie otrzymasz już reklam od {store}.",
    mistake: "To była pomyłka?",
    subscribeAgain: "Zapisz ponownie",
    again: "Subskrypcja jest znów aktywna",
    againFor: "Będziesz otrzymywać wiadomości od {store} jak dotąd.",
    stays: "Subskrypcja pozostaje anulowana",
    staysFor: "Ten link już nie zapisuje. Zapisz się w {store}, aby znów otrzymywać wiadomości.",
    choices: "Wszystkie ustawienia"
  }
}
