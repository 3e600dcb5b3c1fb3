import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { connect } from "node:net"
import { onEitherOverSocket, Origin, post, send, sendRaw } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seedAccount } from "../support/database/seed.ts"

const path = "/v1/orders/placed"
const json = { "content-type": "application/json" }

onEitherOverSocket("request bodies (contract §1)", (it) => {
  it.effect("accepts only application/json in UTF-8 without Content-Encoding", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { token } = yield* seedAccount()
      for (const type of ["application/json; charset=utf-8", 'application/json;charset="UTF-8"', "Application/JSON"]) {
        assert.isBelow((yield* post(origin + path, token, orderBody(), { "content-type": type })).status, 300, type)
      }
      for (const type of [
        "application/json; charset=latin1",
        "text/json",
        "application/jsonp",
        "application/vnd.a+json"
      ]) {
        assert.strictEqual((yield* post(origin + path, token, orderBody(), { "content-type": type })).status, 415, type)
      }
      const untyped = yield* send(origin + path, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body: new Uint8Array(Buffer.from(JSON.stringify(orderBody())))
      })
      assert.strictEqual(untyped.status, 415)
      for (const encoding of ["gzip", "identity", "br"]) {
        const encoded = yield* post(origin + path, token, orderBody(), { "content-encoding": encoding })
        assert.strictEqual(encoded.status, 415, encoding)
      }
    })
  )

  it.effect("names the expected type of a wrong one, and reports a missing body", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { token } = yield* seedAccount()
      const wrong = {
        customer_id: 5,
        accepts_email_marketing: "yes",
        line_items: [{ price: [] }],
        billing_address: "x"
      }
      const answer = yield* post(origin + path, token, { ...orderBody(), ...wrong })
      assert.sameDeepMembers(answer.json.error.details, [
        { field: "customer_id", message: "Must be text or null" },
        { field: "accepts_email_marketing", message: "Must be true or false or null" },
        { field: "line_items.0.price", message: "Must be a number or null" },
        { field: "billing_address", message: "Must be an object" }
      ])
      const empty = yield* send(origin + path, {
        method: "POST",
        headers: { ...json, authorization: `Bearer ${token}` }
      })
      assert.deepStrictEqual(empty.json.error.details, [
        { field: "", message: "The body is empty; it must be a JSON object" }
      ])
    })
  )

  it.effect("refuses any bytes that are not a JSON object of valid text", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { token } = yield* seedAccount()
      const deep = (depth: number) => `{"x":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`
      const bodies: ReadonlyArray<string | Uint8Array> = [
        "",
        " ",
        "null",
        "[]",
        "1",
        '"a"',
        "{",
        '{"a":1,}',
        "{'a':1}",
        '{"a":NaN}',
        "\ufeff{",
        '{"customer_id":"\\u0000"}',
        '{"customer_id":"\\ud800"}',
        '{"\\ud800":1}',
        '{"x":{"a\\u0000b":1}}',
        deep(65),
        "[".repeat(100_000),
        Uint8Array.from([0x7b, 0xff, 0x7d]),
        Uint8Array.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])
      ]
      for (const sent of bodies) {
        const answer = yield* send(origin + path, {
          method: "POST",
          headers: { ...json, authorization: `Bearer ${token}` },
          body: typeof sent === "string" ? sent : Buffer.from(sent)
        })
        assert.deepStrictEqual(
          [answer.status, answer.json?.error.code],
          [422, "validation_failed"],
          String(sent).slice(0, 60)
        )
      }
      assert.strictEqual(
        (yield* post(origin + path, token, JSON.stringify(orderBody()).replace("}", `,${deep(64).slice(1)}`))).status,
        201
      )
    })
  )

  it.effect("stops reading at 1 MiB, also without Content-Length", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { token } = yield* seedAccount()
      const fill = (size: number) => {
        const plain = JSON.stringify(orderBody({ customer_id: "" }))
        return plain + " ".repeat(size - plain.length)
      }
      assert.strictEqual((yield* post(origin + path, token, fill(1024 * 1024))).status, 201)
      const head = `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nauthorization: Bearer ${token}\r\n`
      const part = "x".repeat(64 * 1024)
      const chunk = `${part.length.toString(16)}\r\n${part}\r\n`
      const answer = yield* sendRaw(
        origin,
        `${head}transfer-encoding: chunked\r\n\r\n`,
        ...Array.from({ length: 20 }, () => chunk),
        "0\r\n\r\n"
      )
      assert.match(answer, /^HTTP\/1\.1 413 /)
      assert.match(answer, /"validation_failed"/)
    })
  )

  it.effect("answers malformed HTTP with 4xx and keeps serving", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { token } = yield* seedAccount()
      const head = `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nauthorization: Bearer ${token}\r\n`
      for (const bytes of [
        "nonsense\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET /health/live HTTP/1.1\r\n\r\n",
        `${head}content-length: 5\r\ncontent-length: 6\r\n\r\n12345`,
        `${head}content-length: -1\r\n\r\n`,
        `${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
        `${head}transfer-encoding: chunked\r\n\r\nzz\r\n`,
        `${head}x-long: ${"x".repeat(20_000)}\r\n\r\n`
      ]) {
        assert.match(yield* sendRaw(origin, bytes), /^HTTP\/1\.1 4\d\d /, bytes.slice(0, 40))
      }
      assert.strictEqual((yield* send(`${origin}/health/live`)).status, 200)
    })
  )

  it.effect("answers Expect: 100-continue, and accepts repeated headers", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { token } = yield* seedAccount()
      const text = JSON.stringify(orderBody())
      const head = `POST ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: application/json\r\nauthorization: Bearer ${token}\r\ncontent-length: ${text.length}\r\n`
      assert.match(
        yield* sendRaw(origin, `${head}expect: 100-continue\r\n\r\n`, text),
        /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /
      )
      assert.match(
        yield* sendRaw(origin, `${head}content-type: text/plain\r\nx-request-id: a\r\nx-request-id: b\r\n\r\n${text}`),
        /^HTTP\/1\.1 200 /
      )
      assert.match(
        yield* sendRaw(origin, `${head}service-account-id: acc_a\r\nservice-account-id: acc_b\r\n\r\n${text}`),
        /^HTTP\/1\.1 404 /
      )
    })
  )

  it.effect("keeps serving after clients disconnect in the middle of a body", () =>
    Effect.gen(function* () {
      const origin = yield* Origin
      const { token } = yield* seedAccount()
      yield* Effect.promise(
        () =>
          new Promise<void>((resolve) => {
            const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => {
              const head = `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nauthorization: Bearer ${token}\r\n`
              socket.write(`${head}content-length: 100\r\n\r\n{"order_id":1,`, () => socket.destroy())
            })
            socket.on("close", () => resolve())
          })
      )
      assert.strictEqual((yield* post(origin + path, token, orderBody())).status, 201)
    })
  )
})
