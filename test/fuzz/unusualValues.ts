import type { Choices } from "./choices.ts"

/** Values that programs often mishandle, as JSON text; some are invalid JSON. */
export const unusualValues = [
  ["null", "true", "[]", "{}", '""', "0", "-0", "-1", "1e400", "1e-400", "9223372036854775807", "9223372036854775808"],
  [
    "0.1",
    "59.90",
    "1.5e3",
    "1".repeat(400),
    '"0"',
    '"007"',
    '" "',
    '"\\u0000"',
    '"\\ud800"',
    '"\\ud83d\\ude00"',
    '"K"'
  ],
  ['"a@b"', '"a@example.com"', '"A+1@Example.com "', '"+12025550123"', '"(202) 555-0123"', '"1-800-FLOWERS"', '"xyz"'],
  ['"2026-02-30T00:00:00Z"', '"2026-05-04T09:30:00+00:00"', '"9999-12-31T23:59:59.999Z"', '"0000-01-01T00:00:00Z"'],
  ['"subscribed"', '"delivered"', '"pending"', '"<script>"', `"'; --"`, '"__proto__"', `"${"é".repeat(300)}"`],
  ['"{{ contact.email }}"', '"{% if %}"', '"{{ 1 | divided_by: 0 }}"', '"http://127.0.0.1/"', '"javascript:alert(1)"'],
  [`"${"x".repeat(70_000)}"`, "[".repeat(63) + "]".repeat(63), "[".repeat(70) + "]".repeat(70), '[{"a":[null]}]'],
  ['{"__proto__":{"a":1}}', '{"constructor":1,"toString":2}', '{"2":1,"1":2,"1":3}', "NaN", "01", "'a'", "[1,]"]
].flat()

/** Breaks the text: truncated, a character removed or inserted, or doubled. */
export const broken = (text: string, { below, pick }: Choices): string => {
  const at = below(text.length + 1)
  return pick([
    text.slice(0, at),
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + pick(["\0", "\\", '"', ",", "}", "\u2028", "é", "\ufeff"]) + text.slice(at),
    text + text
  ])
}

/** Bytes that are not a valid HTTP request. */
export const malformed: ReadonlyArray<string> = [
  "\r\n\r\n",
  "GET\r\n\r\n",
  "GET / HTTP/9.9\r\n\r\n",
  "GET /v1/contacts HTTP/1.1\r\n\r\n",
  "GET /v1/contacts HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n",
  `GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\nX: ${"y".repeat(20_000)}\r\n\r\n`,
  `GET /v1/contacts HTTP/1.1\r\nHost: a\r\n${"X: y\r\n".repeat(3_000)}\r\n`,
  "GET / HTTP/1.1\r\nHost: a\r\nX : y\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n",
  "GET http://[::1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
  "GET //evil.example/../v1/contacts HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
  "POST /v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
  "POST /v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
  "POST /v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  "POST /v1/events HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n",
  "POST /v1/events HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n0\r\n\r\n",
  "POST /dashboard/api/session HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\nConnection: close\r\n\r\n",
  "BREW /v1/contacts HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
]
