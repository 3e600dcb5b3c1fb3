/** Words of inputs that suggest values in use. */
export const contacts = (count: number, isLeast: boolean) => {
  const figure = `${isLeast ? "at least " : ""}${count.toLocaleString("en")}`
  return `${figure} ${count === 1 ? "contact" : "contacts"}`
}
const countedEvents = 1_000
export const events = (count: number) =>
  `${count < countedEvents ? "" : "at least "}${count.toLocaleString("en")} ${count === 1 ? "event" : "events"}`
export const didYouMean = (name: string) => `Did you mean ${name}?`
export const asTyped = (text: string) => `Use “${text}”`
export const noMatchingCountries = "No matching countries"
export const noMatchingLanguages = "No matching languages"
