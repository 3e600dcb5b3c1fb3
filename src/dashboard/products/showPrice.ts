import { showMoney } from "../format.ts"

/** A price in its currency, or as the bare number where the shop names none. */
export const showPrice = (price: string | null, currency: string | null): string =>
  price === null ? "—" : currency === null ? price : showMoney(price, currency)
