/** JSON text of a value as large as a body may be, made by repetition. */
export interface LargeValue {
  readonly name: string
  /** The value in at most that many bytes. */
  readonly of: (bytes: number) => string
}

const repeated = (piece: string, bytes: number, between = ""): string =>
  Array.from({ length: Math.max(1, Math.floor(bytes / Buffer.byteLength(piece + between))) }, () => piece).join(between)

/** Strings of repeated pieces that nearly match patterns of names, numbers, addresses, times and markup. */
const strings = [
  ["x", " ", "1", "0", ".", "@", "-", "a@", "a.", "é", "😀", "\u00a0", "<", "<a ", "{{", "{% ", "&amp;", "+1", "(1)"],
  ["a\u0301", "ﷺ", "//", "http://", ",", ":", "=", "%", "2026-05-04T", "Z", "con_", "__proto__", "\\\\", '\\"', "\\n"],
  ["\\u0041", "\\u2028", "\\ud83d\\ude00", "İ", "1e1", "0.", "STOP ", "msg_"]
].flat()

const wrongMembers =
  '{"id":1,"type":1,"row":"","body":1,"code":1,"title":1,"sku":1,"price":"","amount":"","quantity":0.5,"product_id":""}'

const lists = [
  "1",
  "null",
  '""',
  '"x"',
  "{}",
  "[]",
  "[[]]",
  "1.10",
  "1e1",
  '{"2":1,"1":1}',
  wrongMembers,
  '{"if":[[1]]}',
  '{"type":"split","id":"a","if":[[{"field":"a","op":"eq"}]],"then":[{}],"else":[]}',
  '[{"field":"contact.tags","op":"contains","value":"a"}]',
  '{"row":1,"body":"{}"}',
  '"orders_write"'
]

/** Unique keys; JavaScript reorders those of digits. */
const keys: ReadonlyArray<readonly [name: string, key: (at: number) => string]> = [
  ["k", (at) => `k${at.toString(36)}`],
  ["digits", (at) => String(at)],
  ["dots", (at) => `.${at.toString(36)}.`],
  ["escapes", (at) => `\\u0061${at.toString(36)}`],
  ["the same", () => "email"]
]
const values = ["1", "[]", '{"a":1.10}', '"\\u0041"']

const objectOf = (key: (at: number) => string, value: string, bytes: number): string => {
  const members: Array<string> = []
  for (let left = bytes - 2; ;) {
    const member = `"${key(members.length)}":${value}`
    left -= member.length + 1
    if (left < 0) return `{${members.join(",")}}`
    members.push(member)
  }
}

const nested = (open: string, close: string, bytes: number): string =>
  `${open.repeat(60)}${repeated("1", bytes - 60 * (open.length + close.length), ",")}${close.repeat(60)}`

/** A few that are tried at every place, and all. */
export const listOfWrong: LargeValue = { name: "[1,1,…]", of: (bytes) => `[${repeated("1", bytes - 2, ",")}]` }

/** The name of the object of many members, which is tried as every body. */
export const manyMembers = "{k:[],…}"

export const largeValues: ReadonlyArray<LargeValue> = [
  ...lists.map((piece) => ({
    name: `[${piece},…]`,
    of: (bytes: number) => `[${repeated(piece, bytes - 2, ",")}]`
  })),
  ...keys.flatMap(([name, key]) =>
    values.map((value) => ({
      name: `{${name}:${value},…}`,
      of: (bytes: number) => objectOf(key, value, bytes)
    }))
  ),
  ...strings.map((piece) => ({ name: `"${piece}…"`, of: (bytes: number) => `"${repeated(piece, bytes - 2)}"` })),
  { name: "[[…1,1,…]]", of: (bytes) => nested("[", "]", bytes) },
  {
    name: '{"a":{…[1,1,…]}}',
    of: (bytes) =>
      nested('{"a":[', "]}", bytes)
        .replace(/(\{"a":\[){30}/, "")
        .replace(/(\]\}){30}$/, "")
  },
  { name: "111…", of: (bytes) => "1".repeat(bytes) },
  { name: "0.00…1", of: (bytes) => `0.${"0".repeat(bytes - 3)}1` },
  { name: "-1.00…", of: (bytes) => `-1.${"0".repeat(bytes - 3)}` },
  { name: "1e00…1", of: (bytes) => `1e${"0".repeat(bytes - 3)}1` },
  { name: "1e99…", of: (bytes) => `1e${"9".repeat(bytes - 2)}` }
]

/** Long texts for a header, a path or a query. */
export const longTexts: ReadonlyArray<LargeValue> = [
  ["x", " ", "1", ".", ",", ";", "=", "a=b; ", "a,", "%00", "%41", "%ff", "%", "+", "@", "-", "a@", "handling=", "0."],
  ["=; ", "dry-run ", "10.0.0.1, ", "::ffff:", "Basic ", "a:", "/", "curl/1.", "charset=", '"']
]
  .flat()
  .map((piece) => ({ name: `${piece}…`, of: (bytes) => repeated(piece, bytes) }))
