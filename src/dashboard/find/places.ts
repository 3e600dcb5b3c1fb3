import type { IconName } from "../components/Icon.tsx"
import * as words from "../words/find/find.ts"

/** A page of the dashboard, by its path within an account. `words` are further words that find it. */
export interface Place {
  readonly path: string
  readonly label: string
  readonly icon: IconName
  readonly words: string
}

const settings = [
  ["tokens", words.tokens],
  ["apps", words.apps],
  ["integrations", words.integrations],
  ["site", words.site],
  ["sending", words.sending],
  ["senders", words.senders],
  ["topics", words.topics],
  ["webhooks", words.webhooks],
  ["subaccounts", words.subaccounts],
  ["users", words.users],
  ["account", words.account],
  ["password", words.password],
  ["usage", words.usage],
  ["limits", words.limits],
  ["test-clock", words.testClock],
  ["requests", words.requests]
] as const

/** Every page that has no record of its own. */
export const places: ReadonlyArray<Place> = [
  { path: "", icon: "home", ...words.home },
  { path: "/contacts", icon: "contacts", ...words.contacts },
  { path: "/orders", icon: "orders", ...words.orders },
  { path: "/carts", icon: "carts", ...words.carts },
  { path: "/products", icon: "products", ...words.products },
  { path: "/flows", icon: "flows", ...words.flows },
  { path: "/segments", icon: "segments", ...words.segments },
  { path: "/campaigns", icon: "campaigns", ...words.campaigns },
  { path: "/coupons", icon: "coupons", ...words.coupons },
  { path: "/media", icon: "image", ...words.media },
  { path: "/messages", icon: "messages", ...words.messages },
  { path: "/events", icon: "events", ...words.events },
  { path: "/forms", icon: "forms", ...words.forms },
  { path: "/imports", icon: "imports", ...words.imports },
  { path: "/changes", icon: "undo", ...words.changes },
  ...settings.map(([section, place]) => ({
    path: `/settings/${section}`,
    label: words.settingsSection(place.label),
    icon: "settings" as const,
    words: place.words
  }))
]

/** The places whose label and words have every word of the text. */
export const placesFor = (text: string): ReadonlyArray<Place> => {
  const sought = text.toLowerCase().split(/\s+/)
  return places.filter((place) => sought.every((word) => `${place.label} ${place.words}`.toLowerCase().includes(word)))
}
