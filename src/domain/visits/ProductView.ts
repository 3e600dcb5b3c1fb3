/** A browser that looked at the account's site. Times in milliseconds. */
export interface Visitor {
  readonly account_id: string
  /** The browser's own random id. */
  readonly visitor_id: string
  /** The contact that is known to use the browser; null while none is. */
  readonly contact_id: string | null
  /** The day, in UTC, of the views that are counted. */
  readonly views_day: number
  readonly views: number
  readonly created_at: number
  readonly seen_at: number
  readonly expires_at: number
}

/** The product that a page showed. `price` is decimal text. */
export interface ViewedProduct {
  readonly product_id: string
  readonly title: string | null
  readonly url: string | null
  readonly image_url: string | null
  readonly price: string | null
  readonly currency: string | null
}

/** A product that a visitor looked at. */
export interface ProductView extends ViewedProduct {
  readonly account_id: string
  readonly visitor_id: string
  readonly view_id: string
  /** The contact that used the browser; null while it is not known. */
  readonly contact_id: string | null
  /** By the service's clock, in milliseconds. */
  readonly viewed_at: number
  /** When it was known with its contact, where that is later; null for others. In milliseconds. */
  readonly known_at: number | null
  readonly expires_at: number
}

/** A view as a browser reports it. `age`: how long ago it was, in milliseconds. */
export interface ReportedView extends ViewedProduct {
  readonly view_id: string
  readonly age: number
}

/** The views of a call of the site, or a visitor whom another call names. */
export interface SiteCall {
  readonly account_id: string
  /** The origin of the page; null for a call that a page did not make, which is always taken. */
  readonly origin: string | null
  /** Null before the shopper has agreed to be known. */
  readonly visitor_id: string | null
  /** The message whose link led to the page, which proves who its reader is. */
  readonly message_id: string | null
  /** The contact that a store or an order names for the visitor. */
  readonly contact_id: string | null
  readonly views: ReadonlyArray<ReportedView>
}

/** Milliseconds that a visitor's past reaches back when the contact is known, and that it is kept until then. */
export const joinedPast = 30 * 86_400_000

/** Milliseconds that the views of a contact are kept. */
export const keptViews = 90 * 86_400_000

/** When a view, or a visitor after the last call, is no longer kept. */
export const visitExpiry = (at: number, contact_id: string | null): number =>
  at + (contact_id === null ? joinedPast : keptViews)

/** The most new visitors of an account in a day, and the most views of a visitor in a day. */
export const visitLimits = { visitorsADay: 200_000, viewsADay: 200 } as const

export const visitorKey = ({ account_id, visitor_id }: Pick<Visitor, "account_id" | "visitor_id">): string =>
  `${account_id}|${visitor_id}`
