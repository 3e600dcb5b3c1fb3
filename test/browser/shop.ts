import { Effect } from "effect"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { owner, startOwned } from "./merchant.ts"

/** A page of a browser, by what Chromium and Firefox have in common. */
export interface ShopPage {
  readonly goto: (url: string) => Promise<void>
  /** The value of an expression on the page, as JSON. */
  readonly run: (expression: string) => Promise<unknown>
  readonly close: () => Promise<void>
}

/** Goes back to `path`; whether the browser shows the page that was marked there, rather than loading it again. */
export const isKeptAt = async (page: ShopPage, path: string): Promise<boolean> => {
  await page.run("void setTimeout(() => history.back())")
  for (;;) {
    // A page that is about to be left answers nothing.
    const [at, isKept] = await page
      .run(`document.readyState === "complete" ? [location.pathname, window.marked === true] : []`)
      .then(
        (found) => (Array.isArray(found) ? found : []),
        () => []
      )
    if (at === path) return isKept === true
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A call of a page with the status of its answer. */
interface SiteCall {
  readonly status: number
  readonly type: string | undefined
  readonly visitor?: string
  readonly mark?: string
  readonly events: ReadonlyArray<{
    readonly type: string
    readonly age?: number
    readonly product?: { readonly id: unknown }
    readonly cart?: object
    readonly product_id?: string
    readonly email?: string
  }>
}

const listening = (server: Server): Effect.Effect<string> =>
  Effect.promise(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  })

/** A request that fails ends its connection, as does one that a page still sends while the service stops. */
const serve = (answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
    ),
    (server) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Passes requests on to the service and keeps the calls of pages, also those of pages that are gone when the answer comes. */
const passing = (service: string) =>
  Effect.gen(function* () {
    const calls: Array<SiteCall> = []
    let waiting: ReadonlyArray<() => void> = []
    const server = yield* serve(async (request, response) => {
      const { origin, "content-type": type } = request.headers
      const text = await bodyOf(request)
      const answer = await fetch(service + request.url, {
        method: request.method ?? "GET",
        headers: {
          ...(origin === undefined ? {} : { origin }),
          ...(type === undefined ? {} : { "content-type": type })
        },
        ...(text === "" ? {} : { body: text })
      })
      const headers = [...answer.headers].filter(([name]) => /^(?:access-control|content-type|cache|vary)/.test(name))
      response.writeHead(answer.status, Object.fromEntries(headers))
      response.end(Buffer.from(await answer.arrayBuffer()))
      if (request.method !== "POST") return
      calls.push({ status: answer.status, type, ...JSON.parse(text) })
      waiting.forEach((look) => look())
    })
    const products = (): ReadonlyArray<unknown> =>
      calls.flatMap(({ events }) => events.flatMap(({ product }) => (product === undefined ? [] : [product.id])))
    return {
      origin: yield* listening(server),
      calls,
      products,
      /** Waits until so many products are reported, and gives their ids. */
      reported: (count: number): Promise<ReadonlyArray<unknown>> =>
        new Promise((resolve) => {
          const look = () => {
            if (products().length >= count) resolve(products())
          }
          waiting = [...waiting, look]
          look()
        })
    }
  })

const structured = JSON.stringify({
  "@graph": [{ "@type": "Product", sku: "tea", name: "Tea", offers: { price: "12.50", priceCurrency: "EUR" } }]
})

/**
 * A shop whose policy allows the script and the calls alone; each page has the snippet twice, those below `/tea` the structured data of a
 * product, those below `/form` a sign-up form. Reports of what the policy refused are kept.
 */
export const shop = Effect.gen(function* () {
  const { origin: service } = yield* startOwned
  const tally = yield* passing(service)
  const violations: Array<string> = []
  let snippet = ""
  const policy = `default-src 'none'; script-src ${tally.origin}; connect-src ${tally.origin}; frame-src ${tally.origin}; img-src 'self'; report-uri /violations`
  const server = yield* serve(async (request, response) => {
    if (request.method === "POST") {
      violations.push(await bodyOf(request))
      response.writeHead(204).end()
      return
    }
    const product =
      request.url?.startsWith("/tea") === true ? `<script type="application/ld+json">${structured}</script>` : ""
    response.writeHead(200, { "content-type": "text/html", "content-security-policy": policy })
    const form =
      request.url?.startsWith("/form") === true
        ? `<iframe src="${tally.origin}/f/token/embed" title="Form"></iframe>`
        : ""
    response.end(`<!doctype html><title>Shop</title>${snippet}${snippet}${product}${form}<a href="/other">Other</a>`)
  })
  const origin = yield* listening(server)
  yield* Effect.promise(async () => {
    const headers = { "content-type": "application/json", origin: service }
    const session = await fetch(`${service}/dashboard/api/session`, {
      method: "POST",
      headers,
      body: JSON.stringify(owner)
    })
    const signedIn: { readonly data: { readonly accounts: ReadonlyArray<{ readonly id: string }> } } =
      await session.json()
    const answer = await fetch(`${service}/dashboard/api/accounts/${signedIn.data.accounts[0]?.id}/site`, {
      method: "PUT",
      headers: {
        ...headers,
        cookie: session.headers
          .getSetCookie()
          .map((cookie) => cookie.split(";")[0])
          .join("; ")
      },
      body: JSON.stringify({ origins: [origin], consent_elsewhere: false })
    })
    const { data }: { readonly data: { readonly snippet: string } } = await answer.json()
    snippet = data.snippet.replace(/https?:\/\/[^"]+\/site\.js/, `${tally.origin}/site.js`)
  })
  return { ...tally, origin, violations }
})
