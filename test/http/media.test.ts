import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import sharp from "sharp"
import { Scope } from "../../src/domain/accounts/Scope.ts"
import { mediaLimits } from "../../src/domain/media/Media.ts"
import { seedAccount } from "../support/database/seed.ts"
import { definitionOf } from "../support/flows/definitions.ts"
import { contentType, encoded, onEitherOverSocket, Origin, send } from "../support/http/http.ts"
import { pictures } from "../support/samples/pictures.ts"

const made = (picture: Promise<Buffer>) => Effect.promise(() => picture)

const caller = Effect.gen(function* () {
  const origin = yield* Origin
  const { account_id, token } = yield* seedAccount({ scopes: Scope.literals })
  const authorization = `Bearer ${token}`
  const call = (method: string, path: string, body?: unknown) =>
    send(`${origin}/v1${path}`, { method, headers: { authorization, ...contentType(body) }, ...encoded(body) })
  const upload = (bytes: Uint8Array, { name = "a.png", type = "application/octet-stream" } = {}) =>
    send(`${origin}/v1/media?name=${encodeURIComponent(name)}`, {
      method: "POST",
      headers: { authorization, "content-type": type },
      body: Buffer.from(bytes)
    })
  const picture = (bytes: Uint8Array) =>
    Effect.map(upload(bytes), ({ status, json }) => {
      assert.strictEqual(status, 201, JSON.stringify(json))
      return json.data
    })
  const path = (url: string) => origin + new URL(url).pathname
  /** The picture as everybody gets it. */
  const load = (url: string, init: RequestInit = {}) =>
    Effect.promise(async () => {
      const response = await fetch(path(url), init)
      return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
    })
  return { account_id, origin, call, upload, picture, load }
})

const campaign = (src: string) => ({
  name: "Spring",
  channel: "email",
  variants: [
    { subject: "Spring", content: { type: "blocks", document: { blocks: [{ type: "image", src, alt: "Spring" }] } } }
  ]
})

onEitherOverSocket("the media library", (it) => {
  it.effect("takes a picture, lists and reads it, and serves it to everybody, to be kept for ever", () =>
    Effect.gen(function* () {
      const { account_id, call, upload, load } = yield* caller
      const bytes = yield* made(pictures.jpeg(60, 40))
      const { status, json } = yield* upload(bytes, { name: "spring.jpg", type: "image/jpeg" })
      assert.strictEqual(status, 201)
      const { id, url, size, ...rest } = json.data
      assert.deepInclude(rest, { name: "spring.jpg", type: "jpeg", width: 60, height: 40 })
      assert.match(url, new RegExp(`^https?://[^/]+/m/${account_id}/[0-9a-f]{64}\\.jpeg$`))
      assert.deepStrictEqual((yield* call("GET", `/media/${id}`)).json, json)
      assert.deepStrictEqual((yield* call("GET", "/media?search=SPRING")).json.data, [json.data])
      const found = yield* load(url)
      assert.strictEqual(found.bytes.length, size)
      assert.strictEqual(found.headers.get("content-type"), "image/jpeg")
      assert.strictEqual(found.headers.get("cache-control"), "public, max-age=31536000, immutable")
      assert.strictEqual(found.headers.get("x-content-type-options"), "nosniff")
      const tag = found.headers.get("etag") ?? ""
      const again = yield* load(url, { headers: { "if-none-match": tag } })
      assert.deepStrictEqual([again.status, again.bytes.length], [304, 0])
      const head = yield* load(url, { method: "HEAD" })
      assert.deepStrictEqual([head.status, head.headers.get("content-length")], [200, String(size)])
      const none = url.replace(account_id, "acc_other")
      assert.strictEqual((yield* load(none)).status, 404)
      assert.deepStrictEqual((yield* call("DELETE", `/media/${id}`)).json, json)
      assert.strictEqual((yield* load(url)).status, 404)
      assert.strictEqual((yield* call("GET", `/media/${id}`)).status, 404)
    })
  )

  it.effect("keeps every picture as PNG, JPEG or GIF, which all mail programs show, and animations as such", () =>
    Effect.gen(function* () {
      const { picture, load } = yield* caller
      const kinds = [
        [pictures.png(), "png", 1],
        [pictures.jpeg(), "jpeg", 1],
        [pictures.gif(), "gif", 3],
        [pictures.webp(), "jpeg", 1],
        [pictures.webp(0.5), "png", 1],
        [pictures.animatedWebp(), "gif", 3]
      ] as const
      for (const [bytes, type, frames] of kinds) {
        const { url, ...kept } = yield* picture(yield* made(bytes))
        const { bytes: served } = yield* load(url)
        const found = yield* Effect.promise(() => sharp(served, { animated: true }).metadata())
        assert.deepStrictEqual([kept.type, found.format, found.pages ?? 1], [type, type, frames])
        assert.deepStrictEqual([kept.width, kept.height], frames === 1 ? [60, 40] : [30, 20])
      }
    })
  )

  it.effect("keeps nothing of a file but its pixels, upright and at most 2,400 of them on a side", () =>
    Effect.gen(function* () {
      const { picture, load } = yield* caller
      const bytes = yield* made(pictures.withPosition())
      assert.include(bytes.toString("latin1"), "Ada")
      const { url, width, height } = yield* picture(bytes)
      assert.deepStrictEqual([width, height], [40, 60])
      const served = (yield* load(url)).bytes
      const found = yield* Effect.promise(() => sharp(served).metadata())
      assert.deepStrictEqual(
        [found.exif, found.icc, found.xmp, found.orientation],
        [undefined, undefined, undefined, undefined]
      )
      assert.notInclude(served.toString("latin1"), "Ada")
      const wide = yield* picture(yield* made(pictures.jpeg(4_800, 20)))
      assert.deepStrictEqual([wide.width, wide.height], [2_400, 10])
    })
  )

  it.effect("serves a large picture whole, byte by byte as it is kept", () =>
    Effect.gen(function* () {
      const { picture, load } = yield* caller
      const { url, size } = yield* picture(yield* made(pictures.noise(500, 500)))
      assert.isAbove(size, 2 * mediaLimits.slice)
      const { bytes, headers } = yield* load(url)
      assert.deepStrictEqual([bytes.length, headers.get("content-length")], [size, String(size)])
      const { data } = yield* Effect.promise(() => sharp(bytes).raw().toBuffer({ resolveWithObject: true }))
      const kept = yield* made(
        sharp(yield* made(pictures.noise(500, 500)))
          .raw()
          .toBuffer()
      )
      assert.isTrue(data.equals(kept))
    })
  )

  it.effect("refuses what is no picture or declares too much, by its bytes, whatever its name and type say", () =>
    Effect.gen(function* () {
      const { call, upload } = yield* caller
      const jpeg = yield* made(pictures.jpeg())
      const hostile: Readonly<Record<string, Uint8Array>> = {
        nothing: new Uint8Array(0),
        svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
        page: Buffer.from("<!doctype html><script>1</script>"),
        tiff: yield* made(pictures.tiff()),
        "beginning alone": jpeg.subarray(0, jpeg.length / 2),
        "first bytes alone": Buffer.concat([jpeg.subarray(0, 4), Buffer.from("<svg/>")]),
        "too many pixels": pictures.declaredPng(60_000, 60_000),
        "too many for an interlaced one": pictures.declaredPng(6_000, 6_000, { interlaced: true }),
        "too many of sixteen bits": pictures.declaredPng(4_000, 4_000, { interlaced: true, depth: 16 }),
        "fewer than declared": pictures.declaredPng(3_000, 3_000)
      }
      for (const [kind, bytes] of Object.entries(hostile)) {
        const { status, json } = yield* upload(bytes, { name: "a.png", type: "image/png" })
        assert.deepStrictEqual([status, json.error.code], [422, "validation_failed"], kind)
      }
      assert.strictEqual((yield* upload(jpeg, { type: "image/svg+xml" })).status, 415)
      assert.strictEqual((yield* upload(new Uint8Array(mediaLimits.bytes + 1))).status, 413)
      assert.strictEqual((yield* upload(jpeg, { name: "two\nlines" })).status, 422)
      assert.strictEqual((yield* call("GET", "/media")).json.pagination.total_count, 0)
    })
  )

  it.effect("keeps the same file once, also of calls at the same time", () =>
    Effect.gen(function* () {
      const { call, picture } = yield* caller
      const bytes = yield* made(pictures.png())
      const kept = yield* Effect.forEach([1, 2, 3, 4], () => picture(bytes), { concurrency: 4 })
      assert.strictEqual(new Set(kept.map(({ id }) => id)).size, 1)
      assert.strictEqual((yield* call("GET", "/media")).json.pagination.total_count, 1)
    })
  )

  it.effect("is limited to 1,000 pictures and 500 MiB, by a clear 422", () =>
    Effect.gen(function* () {
      const { account_id, upload } = yield* caller
      const sql = yield* SqlClient.SqlClient
      const fill = (count: number, size: number) => sql`
        INSERT INTO media (account_id, media_id, digest, name, type, width, height, size, bytes, created_at)
        SELECT ${account_id}, 'med_' || n, 'digest' || n, 'a', 'png', 1, 1, ${size}::int, '', now()
        FROM generate_series(1, ${count}::int) n`
      const bytes = yield* made(pictures.png())
      yield* fill(50, mediaLimits.bytes)
      assert.match((yield* upload(bytes)).json.error.details[0].message, /at most 500 MiB/)
      yield* sql`DELETE FROM media WHERE account_id = ${account_id}`
      yield* fill(1_000, 1)
      assert.match((yield* upload(bytes)).json.error.details[0].message, /at most 1000 pictures/)
    })
  )

  it.effect("keeps what a draft, a flow or the sender shows, and says where", () =>
    Effect.gen(function* () {
      const { account_id, call, picture } = yield* caller
      const sql = yield* SqlClient.SqlClient
      const { id, url } = yield* picture(yield* made(pictures.png()))
      const remove = call("DELETE", `/media/${id}`)
      const refusedBy = Effect.map(remove, ({ status, json }) => [status, json.error?.details])
      const draft = yield* call("POST", "/campaigns", campaign(url))
      assert.deepStrictEqual(yield* refusedBy, [409, [{ field: "campaign", message: "Spring" }]])
      yield* call("DELETE", `/campaigns/${draft.json.data.id}`)
      const html = `<img src="${url}" alt="">`
      const steps = [{ id: "s1", type: "send_email", subject: "Hello", html }] as const
      const flow = yield* call("POST", "/flows", {
        name: "Welcome",
        definition: definitionOf(steps)
      })
      assert.strictEqual(flow.status, 201, JSON.stringify(flow.json))
      assert.deepStrictEqual(yield* refusedBy, [409, [{ field: "flow", message: "Welcome" }]])
      yield* call("DELETE", `/flows/${flow.json.data.id}`)
      const logo = (
        value: string | null
      ) => sql`INSERT INTO senders (account_id, from_name, logo_url, updated_at) VALUES (${account_id}, 'Shop', ${value}, now())
        ON CONFLICT (account_id) DO UPDATE SET logo_url = excluded.logo_url`
      yield* logo(url)
      assert.strictEqual((yield* remove).json.error?.details[0].field, "sender")
      yield* logo(null)
      assert.strictEqual((yield* remove).status, 200)
    })
  )

  it.effect("keeps what a message has shown that was sent, also of a campaign that was deleted", () =>
    Effect.gen(function* () {
      const { account_id, call, picture } = yield* caller
      const sql = yield* SqlClient.SqlClient
      const { id, url } = yield* picture(yield* made(pictures.png()))
      const draft = yield* call("POST", "/campaigns", campaign(url))
      yield* sql`UPDATE campaigns SET status = 'sent', begun_at = now(), ended_at = now()
        WHERE account_id = ${account_id} AND campaign_id = ${draft.json.data.id}`
      assert.strictEqual((yield* call("DELETE", `/campaigns/${draft.json.data.id}`)).status, 200)
      assert.strictEqual((yield* call("DELETE", `/media/${id}`)).status, 409)
    })
  )

  it.effect("is never left without a picture that a draft shows, however a save and a deletion meet", () =>
    Effect.gen(function* () {
      const { call, picture } = yield* caller
      const bytes = yield* made(pictures.png())
      for (let round = 0; round < 12; round++) {
        const { id, url } = yield* picture(bytes)
        const save = call("POST", "/campaigns", campaign(url))
        const [saved, removed] = yield* Effect.all([save, call("DELETE", `/media/${id}`)], { concurrency: 2 })
        assert.include([`201 409`, `422 200`], `${saved.status} ${removed.status}`)
        if (saved.status === 201) yield* call("DELETE", `/campaigns/${saved.json.data.id}`)
        else assert.strictEqual(saved.json.error.details[0].field, "variants", JSON.stringify(saved.json))
      }
    })
  )
})
