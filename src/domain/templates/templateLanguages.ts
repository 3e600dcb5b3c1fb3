import type { Language } from "../languages/Language.ts"
import type { TemplateTexts } from "./translateTemplate.ts"

/** Reads the texts of templates in a language: each is a module of its own, which loads where it is asked for. English has none. */
export const templateTexts: { readonly [L in Exclude<Language, "en">]: () => Promise<TemplateTexts> } = {
  de: () => import("./languages/de.ts").then(({ de }) => de),
  fr: () => import("./languages/fr.ts").then(({ fr }) => fr),
  es: () => import("./languages/es.ts").then(({ es }) => es),
  it: () => import("./languages/it.ts").then(({ it }) => it),
  nl: () => import("./languages/nl.ts").then(({ nl }) => nl),
  pt: () => import("./languages/pt.ts").then(({ pt }) => pt),
  pl: () => import("./languages/pl.ts").then(({ pl }) => pl)
}
