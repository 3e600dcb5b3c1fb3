import type { Language } from "./Language.ts"

/** The words of a page that cannot be shown. */
export const errorTexts: Readonly<Record<Language, { readonly notFound: string; readonly failed: string }>> = {
  en: {
    notFound: "This link doesn't work. It may be incomplete or have expired.",
    failed: "That didn't work. Please try again in a minute."
  },
  de: {
    notFound: "Dieser Link funktioniert nicht. Vielleicht ist er unvollständig oder abgelaufen.",
    failed: "Das hat nicht geklappt. Bitte versuche es in einer Minute noch einmal."
  },
  fr: {
    notFound: "Ce lien ne fonctionne pas. Il est peut-être incomplet ou a expiré.",
    failed: "Cela n’a pas fonctionné. Veuillez réessayer dans une minute."
  },
  es: {
    notFound: "Este enlace no funciona. Puede que esté incompleto o haya caducado.",
    failed: "No ha funcionado. Vuelve a intentarlo dentro de un minuto."
  },
  it: {
    notFound: "Questo link non funziona. Forse è incompleto o scaduto.",
    failed: "Non ha funzionato. Riprova tra un minuto."
  },
  nl: {
    notFound: "Deze link werkt niet. Misschien is hij onvolledig of verlopen.",
    failed: "Dat is niet gelukt. Probeer het over een minuut opnieuw."
  },
  pt: {
    notFound: "Esta ligação não funciona. Pode estar incompleta ou ter expirado.",
    failed: "Não funcionou. Tente novamente dentro de um minuto."
  },
  pl: {
    notFound: "Ten link nie działa. Może być niepełny lub wygasł.",
    failed: "Nie udało się. Spróbuj ponownie za minutę."
  }
}
