/** Contacts of the first slice of a scan. */
export const firstSlice = 200

const [least, most] = [20, 20_000]

// Milliseconds.
const wanted = 100

/** The contacts of the next slice, after one of `size` that took so long: as many as take a tenth of a second, at most twice as many. Pure. */
export const nextSlice = (size: number, millis: number): number =>
  Math.min(most, Math.max(least, Math.floor(size * Math.min(2, wanted / Math.max(1, millis)))))
