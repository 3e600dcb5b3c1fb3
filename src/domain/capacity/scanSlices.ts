/** How many contacts a slice of a scan has, and how many milliseconds it is to take. */
export interface SliceSizes {
  readonly first: number
  readonly least: number
  readonly most: number
  readonly millis: number
}

/** Slices of a tenth of a second, between which other calls have their turn on the one connection. */
export const shortSlices: SliceSizes = { first: 200, least: 20, most: 20_000, millis: 100 }

/** Slices of a second, of which a long count takes many: small ones would cost more statements than contacts. */
export const longSlices: SliceSizes = { first: 10_000, least: 10_000, most: 200_000, millis: 1_000 }

/** The contacts of the next slice, after one of `size` that took so long: as many as take the wanted time, at most twice as many. Pure. */
export const nextSlice = (size: number, taken: number, { least, most, millis }: SliceSizes): number =>
  Math.min(most, Math.max(least, Math.floor(size * Math.min(2, millis / Math.max(1, taken)))))
