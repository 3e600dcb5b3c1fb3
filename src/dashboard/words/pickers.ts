/** Words of inputs that suggest values in use. */
export const contacts = (count: number, isLeast: boolean) => {
  const figure = `${isLeast ? "at least " : ""}${count.toLocaleString("en")}`
  return `${figure} ${count === 1 ? "contact" : "contacts"}`
}
export const asTyped = (text: string) => `Use “${text}”`
export const noMatchingCountries = "No matching countries"
export const noMatchingLanguages = "No matching languages"
