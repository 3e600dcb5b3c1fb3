import type { Site } from "./Site.ts"
import { type ProductView, type SiteCall, visitExpiry, type Visitor, visitLimits, visitorKey } from "./ProductView.ts"

/** The stored state that calls of sites are decided on. */
export interface VisitSnapshot {
  readonly sites: ReadonlyArray<Site>
  readonly visitors: ReadonlyArray<Visitor>
  /** The contacts that exist, of messages and as they are named. */
  readonly contacts: ReadonlyArray<KnownContact>
  /** How far the clocks of accounts are ahead, in milliseconds; without an entry not at all. */
  readonly clocks: ReadonlyMap<string, number>
}

/** A contact, and the message to it that a call names. */
export interface KnownContact {
  readonly account_id: string
  readonly contact_id: string
  readonly message_id: string | null
}

/** A visitor whose views and carts without a contact become those of the contact. */
export interface JoinedVisitor {
  readonly account_id: string
  readonly visitor_id: string
  readonly contact_id: string
  /** When it was known, in milliseconds. */
  readonly at: number
}

/** The outcome of a call: whether its origin is one of the account, and the contact of its visitor. */
export interface VisitResult {
  readonly allowed: boolean
  /** Whether its visitor is kept; false beyond the limit of new visitors. */
  readonly kept: boolean
  readonly contact_id: string | null
}

/** The effect of calls: the last state of each row that changes. */
export interface VisitBatch {
  readonly results: ReadonlyArray<VisitResult>
  readonly sites: ReadonlyArray<Site>
  readonly visitors: ReadonlyArray<Visitor>
  readonly views: ReadonlyArray<ProductView>
  readonly joins: ReadonlyArray<JoinedVisitor>
}

const dayMillis = 86_400_000
const dayOf = (now: number): number => now - (now % dayMillis)

// The last call is noted once a minute: a row that each call changes would hold calls up.
const noteInterval = 60_000

const isOutdated = (at: number | null, now: number): boolean => at === null || now - at >= noteInterval

const notedSite = (site: Site, origin: string, allowed: boolean, now: number): Site => {
  if (allowed) return isOutdated(site.heard_at, now) ? { ...site, heard_at: now, heard_origin: origin } : site
  return isOutdated(site.refused_at, now) ? { ...site, refused_at: now, refused_origin: origin } : site
}

const withNewVisitor = (site: Site, now: number): Site => {
  const today = dayOf(now)
  return { ...site, visitors_day: today, visitors: site.visitors_day === today ? site.visitors + 1 : 1 }
}

const hasRoom = (site: Site, now: number): boolean =>
  site.visitors_day !== dayOf(now) || site.visitors < visitLimits.visitorsADay

const newVisitor = (account_id: string, visitor_id: string, now: number): Visitor => ({
  account_id,
  visitor_id,
  contact_id: null,
  views_day: dayOf(now),
  views: 0,
  created_at: now,
  seen_at: now,
  expires_at: visitExpiry(now, null)
})

/**
 * Decides on calls of sites in order (contract §18). A call from none of the account's origins changes nothing. A contact that a call proves
 * becomes that of its visitor: views and carts without a contact join it, those of another contact stay with that one. Pure.
 */
export const decideVisits = (now: number, calls: ReadonlyArray<SiteCall>, snapshot: VisitSnapshot): VisitBatch => {
  const sites = new Map(snapshot.sites.map((site) => [site.account_id, site]))
  const visitors = new Map(snapshot.visitors.map((visitor) => [visitorKey(visitor), visitor]))
  const byMessage = new Map(
    snapshot.contacts.map((contact) => [`${contact.account_id}|${contact.message_id}`, contact.contact_id])
  )
  const known = new Set(snapshot.contacts.map(({ account_id, contact_id }) => `${account_id}|${contact_id}`))
  const changedSites = new Map<string, Site>()
  const changed = new Map<string, Visitor>()
  const views: Array<ProductView> = []
  const joins: Array<JoinedVisitor> = []

  const putSite = (site: Site): void => {
    if (sites.get(site.account_id) === site) return
    sites.set(site.account_id, site)
    changedSites.set(site.account_id, site)
  }
  const provenContact = ({ account_id, message_id, contact_id }: SiteCall): string | undefined =>
    contact_id !== null
      ? known.has(`${account_id}|${contact_id}`)
        ? contact_id
        : undefined
      : message_id === null
        ? undefined
        : byMessage.get(`${account_id}|${message_id}`)

  const results = calls.map((call): VisitResult => {
    const { account_id, origin, visitor_id } = call
    const at = now + (snapshot.clocks.get(account_id) ?? 0)
    const site = sites.get(account_id)
    const allowed = origin === null || site?.origins.includes(origin) === true
    if (site !== undefined && origin !== null) putSite(notedSite(site, origin, allowed, at))
    if (!allowed || visitor_id === null) return { allowed, kept: false, contact_id: null }

    const before = visitors.get(visitorKey({ account_id, visitor_id }))
    if (before === undefined) {
      const noted = sites.get(account_id)
      if (origin === null || noted === undefined || !hasRoom(noted, at))
        return { allowed, kept: false, contact_id: null }
      putSite(withNewVisitor(noted, at))
    }
    const visitor = before ?? newVisitor(account_id, visitor_id, at)
    const contact_id = provenContact(call) ?? visitor.contact_id
    const isToday = visitor.views_day === dayOf(at)
    const used = isToday ? visitor.views : 0
    const taken = call.views.slice(0, Math.max(0, visitLimits.viewsADay - used))
    for (const { age, ...view } of taken) {
      const known_at = contact_id !== null && age > 0 ? at : null
      const times = { viewed_at: at - age, known_at, expires_at: visitExpiry(at - age, contact_id) }
      views.push({ account_id, visitor_id, contact_id, ...view, ...times })
    }
    if (contact_id !== null && contact_id !== visitor.contact_id) joins.push({ account_id, visitor_id, contact_id, at })
    const counted = { views_day: dayOf(at), views: used + taken.length }
    const after = { ...visitor, contact_id, ...counted, seen_at: at, expires_at: visitExpiry(at, contact_id) }
    visitors.set(visitorKey(after), after)
    changed.set(visitorKey(after), after)
    return { allowed, kept: true, contact_id }
  })
  return { results, sites: [...changedSites.values()], visitors: [...changed.values()], views, joins }
}
