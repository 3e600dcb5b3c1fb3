const text = (words: string) => ({
  type: "blocks",
  document: { blocks: [{ type: "text", content: [{ type: "paragraph", runs: [{ text: words }] }] }] }
})

/** A mail in three languages, as the API takes and gives it. */
export const inLanguages = {
  subject: "Spring is here",
  preheader: "New teas",
  content: text("Spring"),
  language: "en",
  translations: {
    de: { subject: "Der Frühling ist da", preheader: "Neue Tees", content: text("Frühling") },
    fr: { subject: "Le printemps est là", content: text("Printemps") }
  }
}
