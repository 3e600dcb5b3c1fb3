import type { Language } from "./Language.ts"

/** The words of the request to confirm a sign-up and of its page. `{store}` is the name of the store. */
export interface ConfirmationTexts {
  readonly confirm: string
  readonly confirmText: string
  readonly confirmButton: string
  readonly confirmed: string
  readonly confirmedText: string
  readonly void: string
  readonly voidText: string
  readonly subject: string
  readonly mail: string
  readonly mailButton: string
  readonly notYou: string
  readonly sms: string
}

export const confirmationTexts: Readonly<Record<Language, ConfirmationTexts>> = {
  en: {
    confirm: "Confirm your subscription",
    confirmText: "You asked for e-mail from {store}. Is that right?",
    confirmButton: "Yes, subscribe me",
    confirmed: "You are subscribed",
    confirmedText: "You will get e-mail from {store}.",
    void: "This link no longer works",
    voidText: "Sign up with {store} again to get its e-mail.",
    subject: "Please confirm your e-mail address",
    mail: "You asked for e-mail from {store}. Please confirm that it was you:",
    mailButton: "Yes, subscribe me",
    notYou: "If it was not you, do nothing: you will get no more e-mail.",
    sms: "{store}: answer YES to get our texts, STOP to end them."
  },
  de: {
    confirm: "Bestätige deine Anmeldung",
    confirmText: "Du möchtest E-Mails von {store} erhalten. Stimmt das?",
    confirmButton: "Ja, anmelden",
    confirmed: "Du bist angemeldet",
    confirmedText: "Du erhältst E-Mails von {store}.",
    void: "Dieser Link funktioniert nicht mehr",
    voidText: "Melde dich noch einmal bei {store} an, um E-Mails zu erhalten.",
    subject: "Bitte bestätige deine E-Mail-Adresse",
    mail: "Du möchtest E-Mails von {store} erhalten. Bitte bestätige, dass du das warst:",
    mailButton: "Ja, anmelden",
    notYou: "Wenn du das nicht warst, tu nichts: Du erhältst keine weiteren E-Mails.",
    sms: "{store}: Antworte mit JA, um unsere SMS zu erhalten, mit STOP, um sie zu beenden."
  },
  fr: {
    confirm: "Confirmez votre abonnement",
    confirmText: "Vous avez demandé les e-mails de {store}. Est-ce exact ?",
    confirmButton: "Oui, m’abonner",
    confirmed: "Vous êtes abonné(e)",
    confirmedText: "Vous recevrez les e-mails de {store}.",
    void: "Ce lien ne fonctionne plus",
    voidText: "Inscrivez-vous de nouveau auprès de {store} pour recevoir ses e-mails.",
    subject: "Veuillez confirmer votre adresse e-mail",
    mail: "Vous avez demandé les e-mails de {store}. Veuillez confirmer que c’était vous :",
    mailButton: "Oui, m’abonner",
    notYou: "Si ce n’était pas vous, ne faites rien : vous ne recevrez pas d’autres e-mails.",
    sms: "{store} : répondez OUI pour recevoir nos SMS, STOP pour les arrêter."
  },
  es: {
    confirm: "Confirma tu suscripción",
    confirmText: "Has pedido los correos de {store}. ¿Es correcto?",
    confirmButton: "Sí, suscribirme",
    confirmed: "Te has suscrito",
    confirmedText: "Recibirás los correos de {store}.",
    void: "Este enlace ya no funciona",
    voidText: "Regístrate de nuevo en {store} para recibir sus correos.",
    subject: "Confirma tu dirección de correo",
    mail: "Has pedido los correos de {store}. Confirma que fuiste tú:",
    mailButton: "Sí, suscribirme",
    notYou: "Si no fuiste tú, no hagas nada: no recibirás más correos.",
    sms: "{store}: responde SÍ para recibir nuestros SMS, STOP para terminarlos."
  },
  it: {
    confirm: "Conferma la tua iscrizione",
    confirmText: "Hai chiesto le e-mail di {store}. È corretto?",
    confirmButton: "Sì, iscrivimi",
    confirmed: "Sei iscritto",
    confirmedText: "Riceverai le e-mail di {store}.",
    void: "Questo link non funziona più",
    voidText: "Iscriviti di nuovo presso {store} per ricevere le sue e-mail.",
    subject: "Conferma il tuo indirizzo e-mail",
    mail: "Hai chiesto le e-mail di {store}. Conferma che eri tu:",
    mailButton: "Sì, iscrivimi",
    notYou: "Se non eri tu, non fare nulla: non riceverai altre e-mail.",
    sms: "{store}: rispondi SÌ per ricevere i nostri SMS, STOP per fermarli."
  },
  nl: {
    confirm: "Bevestig je aanmelding",
    confirmText: "Je vroeg om e-mail van {store}. Klopt dat?",
    confirmButton: "Ja, meld me aan",
    confirmed: "Je bent aangemeld",
    confirmedText: "Je krijgt e-mail van {store}.",
    void: "Deze link werkt niet meer",
    voidText: "Meld je opnieuw aan bij {store} om e-mail te krijgen.",
    subject: "Bevestig je e-mailadres",
    mail: "Je vroeg om e-mail van {store}. Bevestig dat jij het was:",
    mailButton: "Ja, meld me aan",
    notYou: "Was jij het niet? Doe dan niets: je krijgt geen e-mail meer.",
    sms: "{store}: antwoord JA om onze sms’jes te krijgen, STOP om ze te stoppen."
  },
  pt: {
    confirm: "Confirme a sua subscrição",
    confirmText: "Pediu os e-mails de {store}. Está certo?",
    confirmButton: "Sim, subscrever",
    confirmed: "A subscrição está feita",
    confirmedText: "Receberá os e-mails de {store}.",
    void: "Esta ligação já não funciona",
    voidText: "Registe-se de novo em {store} para receber os seus e-mails.",
    subject: "Confirme o seu endereço de e-mail",
    mail: "Pediu os e-mails de {store}. Confirme que foi você:",
    mailButton: "Sim, subscrever",
    notYou: "Se não foi você, não faça nada: não receberá mais e-mails.",
    sms: "{store}: responda SIM para receber os nossos SMS, STOP para os terminar."
  },
  pl: {
    confirm: "Potwierdź subskrypcję",
    confirmText: "Zamówiono wiadomości od {store}. Czy to prawda?",
    confirmButton: "Tak, zapisz mnie",
    confirmed: "Subskrypcja jest aktywna",
    confirmedText: "Będziesz otrzymywać wiadomości od {store}.",
    void: "Ten link już nie działa",
    voidText: "Zapisz się ponownie w {store}, aby otrzymywać wiadomości.",
    subject: "Potwierdź swój adres e-mail",
    mail: "Zamówiono wiadomości od {store}. Potwierdź, że to Ty:",
    mailButton: "Tak, zapisz mnie",
    notYou: "Jeśli to nie Ty, nic nie rób: nie wyślemy kolejnych wiadomości.",
    sms: "{store}: odpowiedz TAK, aby otrzymywać nasze SMS-y, STOP, aby je zakończyć."
  }
}
