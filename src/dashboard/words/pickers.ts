/** Words of inputs that suggest values in use. */
const figure = (count: number, isLeast: boolean, one: string) =>
  `${isLeast ? "at least " : ""}${count.toLocaleString("en")} ${count === 1 ? one : `${one}s`}`
export const contacts = (count: number, isLeast: boolean) => figure(count, isLeast, "contact")
export const productsAndOrders = (
  counts: { readonly products: number; readonly orders: number },
  isLeast: { readonly products: boolean; readonly orders: boolean }
) =>
  [
    ...(counts.products === 0 ? [] : [figure(counts.products, isLeast.products, "product")]),
    ...(counts.orders === 0 ? [] : [figure(counts.orders, isLeast.orders, "order")])
  ].join(", ")
const countedEvents = 1_000
export const events = (count: number) =>
  `${count < countedEvents ? "" : "at least "}${count.toLocaleString("en")} ${count === 1 ? "event" : "events"}`
export const didYouMean = (name: string) => `Did you mean ${name}?`
export const asTyped = (text: string) => `Use “${text}”`
export const noMatchingCountries = "No matching countries"
export const noMatchingLanguages = "No matching languages"
