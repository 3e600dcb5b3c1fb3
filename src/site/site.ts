import { memory, randomId } from "./memory.ts"
import { productOfPage, type SiteProduct } from "./productOfPage.ts"
import { nameVisitor } from "./signUpForms.ts"

/** The calls of a page: `tally.viewed({…})`, or `(window.tally ||= []).push(["viewed", {…}])` before the script has loaded. */
interface Calls {
  readonly consent: (state: string) => void
  readonly viewed: (product: SiteProduct) => void
  readonly cart: (cart: object) => void
  readonly notify: (wish: { readonly product_id: string | number; readonly email: string }) => void
  readonly identify: (mark: string) => void
  readonly visitor: () => string | null
  readonly push: (...calls: ReadonlyArray<ReadonlyArray<unknown>>) => void
}

declare global {
  interface Window {
    tally?: Calls | Array<ReadonlyArray<unknown>>
  }
}

/** An event of the page. */
interface Happening {
  readonly type: "viewed" | "cart"
  readonly id?: string
  readonly product?: SiteProduct
  readonly cart?: object
  /** Whether the product was found in the data of the page, which did not name it. */
  readonly isFound?: boolean
}

interface TimedHappening extends Happening {
  /** In milliseconds since the page began: the clock of the browser may be wrong. */
  readonly at: number
  /** The visitor of that moment; undefined before consent. */
  readonly of: string | undefined
}

const maxEvents = 20
const markParameter = "tally-mark"

const begin = (script: HTMLScriptElement, key: string): Calls => {
  const { origin } = new URL(script.src)
  const address = `${origin}/site/${key}`
  const { consent: consentAttribute, auto } = script.dataset
  const isElsewhere = consentAttribute === "elsewhere"
  const refuses = "globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true
  const kept = memory(`tally.${key}`)
  const wasGranted = () => !isElsewhere && !refuses && kept.read() !== undefined
  let isGranted = wasGranted()
  let isRefused = false
  let events: ReadonlyArray<TimedHappening> = []
  let mark: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let shown: { readonly product: SiteProduct; readonly isFound: boolean } | undefined
  let page = ""

  if (refuses && kept.read() !== undefined) kept.write(undefined)

  const visitorNow = (): string | undefined => {
    if (!isGranted) return undefined
    const found = kept.read()
    // Consent was taken back in another tab.
    if (found === undefined) isGranted = false
    return found?.visitor
  }

  const send = (body: object, sent: ReadonlyArray<TimedHappening>): void => {
    const text = JSON.stringify(body)
    // A beacon hides the origin of pages that send no referrer, so fetch comes first where it outlives the page.
    if (!("keepalive" in Request.prototype)) {
      navigator.sendBeacon(address, new Blob([text], { type: "text/plain" }))
      return
    }
    const again = () => {
      events = [...sent, ...events].slice(-maxEvents)
      isRefused = true
      later(30_000)
    }
    const call = async () => {
      try {
        const { status } = await fetch(address, { method: "POST", body: text, keepalive: true, credentials: "omit" })
        if (status === 429 || status === 503) again()
      } catch {
        again()
      }
    }
    void call()
  }

  const reported = (sent: ReadonlyArray<TimedHappening>): ReadonlyArray<object> =>
    sent.map(({ type, id, product, cart, at }) => ({
      type,
      id,
      product,
      cart,
      age: Math.round(performance.now() - at)
    }))

  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    isRefused = false
    const visitor = visitorNow()
    if (visitor === undefined || (events.length === 0 && mark === undefined)) return
    // Another person may have been named meanwhile, in another tab.
    const sent = events.filter(({ of }) => of === undefined || of === visitor)
    events = []
    send({ visitor, mark, events: reported(sent) }, sent)
    mark = undefined
  }

  const later = (millis = 1_000): void => {
    timer ??= setTimeout(flush, millis)
  }

  const add = (event: Happening, replaces: (other: Happening) => boolean): void => {
    if (refuses) return
    const timed = { ...event, at: performance.now(), of: visitorNow() }
    events = [...events.filter((other) => !replaces(other)), timed].slice(-maxEvents)
    if (events.length === maxEvents && !isRefused) flush()
    else later()
  }

  const nameFrames = (): void => nameVisitor(document, origin, visitorNow())

  // A person who is named after another gets a new visitor, so that the second one does not inherit what the first one looked at.
  const name = (given: string): void => {
    if (refuses || typeof given !== "string") return
    let person: unknown
    try {
      person = JSON.parse(atob((given.split(".")[0] ?? "").replace(/-/g, "+").replace(/_/g, "/")))[3]
    } catch {
      return
    }
    if (typeof person !== "string") return
    mark = given
    const found = isGranted ? kept.read() : undefined
    if (found !== undefined && found.person !== person) {
      const isOther = found.person !== undefined
      if (isOther) events = []
      kept.write({ visitor: isOther ? randomId() : found.visitor, person })
      nameFrames()
    }
    later(0)
  }

  const show = (product: SiteProduct, isFound: boolean): void => {
    if (product === null || typeof product !== "object") return
    if (shown !== undefined && (isFound || String(shown.product.id) === String(product.id))) return
    shown = { product: { ...product }, isFound }
    // The page names its product itself, and by an id of its own: the one that was found in its data is dropped.
    add(
      { type: "viewed", id: randomId(), isFound, product: shown.product },
      (other) => !isFound && other.isFound === true
    )
  }

  const look = (): void => {
    nameFrames()
    if (auto === "off" || refuses) return
    const product = productOfPage(document)
    if (product !== undefined) show(product, true)
  }

  // A page of one script changes its address without loading anew.
  const turn = (): void => {
    const url = new URL(location.href)
    const given = url.searchParams.get(markParameter)
    if (given !== null) {
      url.searchParams.delete(markParameter)
      // Nobody who copies the address passes the mark on.
      change.call(history, history.state, "", url)
      name(given)
    }
    const now = url.pathname + url.search
    if (now === page) return
    page = now
    shown = undefined
    setTimeout(look, 500)
  }
  const change = history.replaceState
  for (const method of ["pushState", "replaceState"] as const) {
    const original = history[method]
    history[method] = function (this: History, ...given) {
      original.apply(this, given)
      turn()
    }
  }
  addEventListener("popstate", turn)
  addEventListener("load", () => setTimeout(look))
  addEventListener("pagehide", flush)
  // A page that the browser kept whole comes back without its scripts running again: it is seen anew, as a page that loads is.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return
    isGranted ||= wasGranted()
    const before = shown
    shown = undefined
    if (before !== undefined) show(before.product, before.isFound)
  })
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") flush()
  })

  const calls: Calls = {
    consent: (state) => {
      isGranted = state === "granted" && !refuses
      if (!isGranted) {
        events = []
        mark = undefined
        if (kept.read() !== undefined) kept.write(undefined)
        nameFrames()
        return
      }
      if (kept.read() === undefined) kept.write({ visitor: randomId() })
      nameFrames()
      if (mark !== undefined) name(mark)
      later(0)
    },
    viewed: (product) => show(product, false),
    cart: (cart) => add({ type: "cart", cart }, ({ type }) => type === "cart"),
    // Asked for by the person: it needs no visitor, and names none.
    notify: ({ product_id, email }) => send({ events: [{ type: "restock", product_id, email }] }, []),
    identify: name,
    visitor: () => visitorNow() ?? null,
    push: (...given) => {
      for (const [method, ...values] of given) {
        const call = Object.entries(calls).find(([name]) => name === method && name !== "push")?.[1]
        if (call !== undefined) Reflect.apply(call, undefined, values)
      }
    }
  }
  turn()
  return calls
}

const script =
  document.currentScript instanceof HTMLScriptElement
    ? document.currentScript
    : document.querySelector<HTMLScriptElement>("script[data-key]")
const key = script?.dataset["key"]
// A second script on the page, as of a theme and of a plugin, does nothing.
if (script !== null && key !== undefined && (window.tally === undefined || Array.isArray(window.tally))) {
  const waiting = window.tally ?? []
  const calls = begin(script, key)
  window.tally = calls
  if (Array.isArray(waiting)) calls.push(...waiting)
}
