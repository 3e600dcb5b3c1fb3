/** Parts of a query or path that PostgreSQL cannot store, or that are not valid text. */
export const hostile = [
  "%00",
  "a%00b",
  "%ED%A0%80",
  "%ff",
  "%zz",
  "%",
  "%u0000",
  "%EF%BF%BF",
  "x".repeat(3_000),
  "999999999999999.a",
  "-999999999999999.a",
  "999999999999999.1",
  "253402300800000.1",
  "-62135596800001.1",
  "0.9223372036854775808",
  "0.%00",
  "1.%ED%A0%80",
  "0.1%0a",
  "NaN.1",
  "1e5.1",
  "..%2f..%2fetc"
]

/** Every sixth of a list. Six numbers in a row give the whole list. */
export const sixthOf = <A>(all: ReadonlyArray<A>, at: number): ReadonlyArray<A> =>
  all.filter((_, place) => place % 6 === at % 6)

const places = 12

/** Variants of a cursor with characters changed, cut off or doubled. */
export const altered = (cursor: string): ReadonlyArray<string> =>
  Array.from({ length: places }, (_, step) => Math.round((step * (cursor.length - 1)) / (places - 1))).flatMap((at) => [
    `${cursor.slice(0, at)}${cursor[at] === "0" ? "9" : "0"}${cursor.slice(at + 1)}`,
    cursor.slice(0, at),
    `${cursor.slice(0, at)}${cursor.slice(at, at + 1).repeat(2)}${cursor.slice(at + 1)}`
  ])
