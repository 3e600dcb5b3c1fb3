import type { ReactNode } from "react"
import { reasonText } from "../../domain/reasons.ts"
import type { TimelineItem } from "../../domain/contacts/Timeline.ts"
import type { IconName } from "../components/Icon.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { messageTitle } from "../messages/messageTitle.ts"
import { PageLink } from "../components/PageLink.tsx"
import { showCause, showChannel, showMoney, showState } from "../format.ts"
import * as words from "../words/contacts/contacts.ts"

/** An entry of a timeline, ready to render. */
export interface TimelineEntry {
  readonly icon: IconName
  readonly title: ReactNode
  readonly details: ReactNode
}

// An id of the service, which tells a person nothing; others are numbers of orders, and reasons that somebody typed.
const ownId = /^[a-z]{3}_[0-9a-z]{26}/

/** The entry of an order, event, view, consent change, run, message or click, with links to it. */
export const timelineEntry = (account: string, happening: TimelineItem["happening"]): TimelineEntry => {
  switch (happening.type) {
    case "order": {
      const { order_id: id, total_amount, currency_code, total_items, shipment_status } = happening
      const items = total_items === null ? "" : ` · ${words.items(total_items)}`
      return {
        icon: "orders",
        title: (
          <>
            {words.placedBefore}
            <PageLink underline="always" to="/a/$account/orders/$id" params={{ account, id }}>
              {words.placedOrder(id)}
            </PageLink>
          </>
        ),
        details: `${showMoney(total_amount, currency_code)}${items}${shipment_status === null ? "" : ` · ${showState(shipment_status)}`}`
      }
    }
    case "event":
      return {
        icon: "events",
        title: (
          <>
            {words.eventBefore}
            <PageLink underline="always" to="/a/$account/events/$id" params={{ account, id: happening.event_id }}>
              {happening.event_type}
            </PageLink>
          </>
        ),
        details: null
      }
    case "view":
      return {
        icon: "search",
        title: words.viewed(happening.title ?? happening.product_id),
        details: happening.url
      }
    case "consent": {
      const { channel, from, to, refused, cause, rule, source_id } = happening
      return {
        icon: "consent",
        title: refused ? (
          <>
            {words.consentStays(showChannel(channel))}
            <StatusBadge status={from} />
          </>
        ) : (
          <>
            {words.consentChanges(showChannel(channel))}
            <StatusBadge status={from} /> → <StatusBadge status={to} />
          </>
        ),
        details: `${rule} (${showState(cause)}${source_id === "" || ownId.test(source_id) ? "" : ` ${source_id}`})`
      }
    }
    case "flow":
      return {
        icon: "flows",
        title: (
          <>
            {words.enteredBefore}
            <PageLink underline="always" to="/a/$account/flows/$id" params={{ account, id: happening.flow_id }}>
              {happening.flow_name}
            </PageLink>
          </>
        ),
        details: `${words.trigger(showCause(happening.cause))} · ${showState(happening.status)}`
      }
    case "message":
    case "click": {
      const { message_id: id, channel, subject, flow_name } = happening
      const link = (
        <PageLink underline="always" to="/a/$account/messages/$id" params={{ account, id }}>
          {messageTitle(subject ?? "") || showChannel(channel)}
        </PageLink>
      )
      const flow = flow_name === null ? "" : words.fromFlow(flow_name)
      if (happening.type === "click")
        return {
          icon: "click",
          title: (
            <>
              {words.clickedBefore}
              {link}
            </>
          ),
          details: flow
        }
      return {
        icon: channel === "sms" ? "sms" : "messages",
        title: (
          <>
            {channel === "email" && words.emailBefore}
            {link} <StatusBadge status={happening.status} />
          </>
        ),
        details: happening.reason === null ? flow : reasonText(happening.reason)
      }
    }
  }
}
