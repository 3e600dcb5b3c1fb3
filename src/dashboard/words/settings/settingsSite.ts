/** Words of the site's settings. */

// Addresses
export const addresses = "Addresses of your site"
export const addressesUse = "Only calls of pages at these addresses are taken."
export const origins = "Addresses"
export const originsUse = "One on each line, with https:// and without a path. At most 20."
export const originsExample = "https://shop.example\nhttps://www.shop.example"
export const consentElsewhere = "My shop keeps the consent of its visitors itself"
export const consentElsewhereUse =
  "Then Tally remembers no consent: each page starts off, until your shop tells it that the visitor has agreed."
export const saved = "Saved."
export const notSaved = "Couldn't save the site"
export const otherSite = (origin: string, time: string) =>
  `A page of ${origin} called on ${time}. This address is none of yours, so its call was dropped.`
export const addOrigin = (origin: string) => `Add ${origin}`

// The last call
export const lastCall = "What your site reports"
export const lastCallUse = "When a page of your site called last, to the minute, and what came in the last 7 days."
export const visitors = "Visitors in 7 days"
export const views = "Product views in 7 days"
export const carts = "Carts in 7 days"
export const page = "Page of"
export const time = "Time"
export const noCallYet = "No call yet"
export const howToCall =
  "Save the addresses of your site, paste the lines into its pages, open one of them, and agree in its banner: before that nothing is sent. A blocker of ads may hold the call up, so try another browser too."
export const lookAgain = "Look again"

// The lines to paste
export const lines = "Lines for your pages"
export const linesUse =
  "Paste them into each page, best into the theme's head. The first line is enough to see products, where pages have structured data and the banner tells the consent. Take the slashes off the calls that you use, with values of your shop."
export const linesLabel = "lines to paste"
export const key = "Key"
export const keyUse = "It names your account and is no secret: every visitor of your site can read it."
export const keyLabel = "key of the site"
export const policy = "Content-Security-Policy"
export const policyUse =
  "If your shop sends this header, add these to it. Then keep the calls in a file of your shop, since most policies refuse scripts within a page."
export const policyLabel = "lines of the policy"

/** The lines to paste: the script, and examples of the calls, which do nothing until the shop has changed them. */
export const pastedLines = (script: string) => `${script}
<script>
  const tell = (...call) => (window.tally ||= []).push(call)
  // From your cookie banner, when the visitor agrees; "denied" when the visitor withdraws:
  // tell("consent", "granted")
  // On the page of a product, unless its structured data (schema.org) has it:
  // tell("viewed", { id: "tea-1", title: "Green tea", url: location.href, price: 12.5, currency: "EUR" })
  // When the cart changes, unless your store reports carts by webhook:
  // tell("cart", { currency: "EUR", total: 12.5, line_items: [{ sku: "TEA-1", quantity: 1, price: 12.5 }] })
</script>`

export const policyLines = (origin: string) => `script-src ${origin}\nconnect-src ${origin}`
