import type { Language } from "./Language.ts"

/** The words that the service adds to a sign-up form, beside those of the merchant. */
export interface FormTexts {
  readonly needed: string
  readonly optional: string
  readonly required: string
  readonly email: string
  readonly phone: string
  readonly untextable: string
  readonly text: string
  readonly agree: string
  readonly stale: string
  readonly again: string
  readonly thanks: string
  readonly onItsWay: string
  readonly tooMany: string
}

export const formTexts: Readonly<Record<Language, FormTexts>> = {
  en: {
    needed: "required",
    optional: "(optional)",
    required: "This is needed.",
    email: "This is no e-mail address.",
    phone: "This is no phone number.",
    untextable: "We can’t send texts to this number.",
    text: "This is too long.",
    agree: "Please tick the box to agree.",
    stale: "This page was open for long. Please send it again.",
    again: "Please check what you entered and send the page again.",
    thanks: "Thank you!",
    onItsWay: "If the address is right, a message from us is on its way. Confirm there that you want to hear from us.",
    tooMany: "Too many attempts. Please wait a minute."
  },
  de: {
    needed: "erforderlich",
    optional: "(freiwillig)",
    required: "Diese Angabe fehlt.",
    email: "Das ist keine E-Mail-Adresse.",
    phone: "Das ist keine Telefonnummer.",
    untextable: "An diese Nummer können wir keine SMS senden.",
    text: "Das ist zu lang.",
    agree: "Bitte stimme mit dem Häkchen zu.",
    stale: "Diese Seite war lange offen. Bitte sende sie noch einmal.",
    again: "Bitte prüfe deine Angaben und sende die Seite noch einmal.",
    thanks: "Vielen Dank!",
    onItsWay:
      "Wenn die Adresse stimmt, ist eine Nachricht von uns unterwegs. Bestätige dort, dass du von uns hören möchtest.",
    tooMany: "Zu viele Versuche. Bitte warte eine Minute."
  },
  fr: {
    needed: "obligatoire",
    optional: "(facultatif)",
    required: "Ce champ est nécessaire.",
    email: "Ce n’est pas une adresse e-mail.",
    phone: "Ce n’est pas un numéro de téléphone.",
    untextable: "Nous ne pouvons pas envoyer de SMS à ce numéro.",
    text: "C’est trop long.",
    agree: "Veuillez cocher la case pour accepter.",
    stale: "Cette page est restée longtemps ouverte. Veuillez l’envoyer de nouveau.",
    again: "Veuillez vérifier vos données et envoyer la page de nouveau.",
    thanks: "Merci !",
    onItsWay:
      "Si l’adresse est correcte, un message de notre part est en route. Confirmez-y que vous souhaitez nous lire.",
    tooMany: "Trop d’essais. Veuillez patienter une minute."
  },
  es: {
    needed: "obligatorio",
    optional: "(opcional)",
    required: "Este dato es necesario.",
    email: "No es una dirección de correo.",
    phone: "No es un número de teléfono.",
    untextable: "No podemos enviar SMS a este número.",
    text: "Es demasiado largo.",
    agree: "Marca la casilla para aceptar.",
    stale: "Esta página ha estado abierta mucho tiempo. Envíala de nuevo.",
    again: "Revisa tus datos y envía la página de nuevo.",
    thanks: "¡Gracias!",
    onItsWay:
      "Si la dirección es correcta, te llegará un mensaje nuestro. Confirma en él que quieres recibir noticias.",
    tooMany: "Demasiados intentos. Espera un minuto."
  },
  it: {
    needed: "obbligatorio",
    optional: "(facoltativo)",
    required: "Questo dato è necessario.",
    email: "Non è un indirizzo e-mail.",
    phone: "Non è un numero di telefono.",
    untextable: "Non possiamo inviare SMS a questo numero.",
    text: "È troppo lungo.",
    agree: "Seleziona la casella per accettare.",
    stale: "Questa pagina è rimasta aperta a lungo. Inviala di nuovo.",
    again: "Controlla i tuoi dati e invia di nuovo la pagina.",
    thanks: "Grazie!",
    onItsWay: "Se l’indirizzo è giusto, un nostro messaggio è in arrivo. Conferma lì che vuoi ricevere nostre notizie.",
    tooMany: "Troppi tentativi. Attendi un minuto."
  },
  nl: {
    needed: "verplicht",
    optional: "(optioneel)",
    required: "Dit is nodig.",
    email: "Dit is geen e-mailadres.",
    phone: "Dit is geen telefoonnummer.",
    untextable: "Naar dit nummer kunnen we geen sms sturen.",
    text: "Dit is te lang.",
    agree: "Vink het vakje aan om akkoord te gaan.",
    stale: "Deze pagina stond lang open. Verstuur hem opnieuw.",
    again: "Controleer je gegevens en verstuur de pagina opnieuw.",
    thanks: "Bedankt!",
    onItsWay: "Als het adres klopt, is er een bericht van ons onderweg. Bevestig daar dat je van ons wilt horen.",
    tooMany: "Te veel pogingen. Wacht een minuut."
  },
  pt: {
    needed: "obrigatório",
    optional: "(opcional)",
    required: "Este dado é necessário.",
    email: "Isto não é um endereço de e-mail.",
    phone: "Isto não é um número de telefone.",
    untextable: "Não podemos enviar SMS para este número.",
    text: "É demasiado longo.",
    agree: "Assinale a caixa para concordar.",
    stale: "Esta página esteve muito tempo aberta. Envie-a de novo.",
    again: "Verifique os seus dados e envie a página de novo.",
    thanks: "Obrigado!",
    onItsWay:
      "Se o endereço estiver certo, uma mensagem nossa está a caminho. Confirme nela que quer receber notícias nossas.",
    tooMany: "Demasiadas tentativas. Espere um minuto."
  },
  pl: {
    needed: "wymagane",
    optional: "(opcjonalnie)",
    required: "To pole jest wymagane.",
    email: "To nie jest adres e-mail.",
    phone: "To nie jest numer telefonu.",
    untextable: "Na ten numer nie możemy wysłać SMS-a.",
    text: "To jest za długie.",
    agree: "Zaznacz pole, aby wyrazić zgodę.",
    stale: "Ta strona była długo otwarta. Wyślij ją ponownie.",
    again: "Sprawdź dane i wyślij stronę ponownie.",
    thanks: "Dziękujemy!",
    onItsWay:
      "Jeśli adres jest poprawny, nasza wiadomość jest już w drodze. Potwierdź w niej, że chcesz otrzymywać wiadomości.",
    tooMany: "Za dużo prób. Odczekaj minutę."
  }
}
