import type { Language } from "./Language.ts"

/** The words of the preference page beside an account's topics: above their boxes, and on the button that saves the choice. */
export const topicTexts: Readonly<Record<Language, { readonly topics: string; readonly save: string }>> = {
  en: { topics: "What we write about", save: "Save my choice" },
  de: { topics: "Worüber wir schreiben", save: "Auswahl speichern" },
  fr: { topics: "Sujets de nos e-mails", save: "Enregistrer mon choix" },
  es: { topics: "De qué escribimos", save: "Guardar mi elección" },
  it: { topics: "Di che cosa scriviamo", save: "Salva la scelta" },
  nl: { topics: "Waarover we schrijven", save: "Keuze opslaan" },
  pt: { topics: "Sobre o que escrevemos", save: "Guardar a escolha" },
  pl: { topics: "O czym piszemy", save: "Zapisz wybór" }
}
