import type { ReactNode } from "react"
import { reasonText } from "../../domain/reasons.ts"
import type { TimelineItem } from "../../domain/contacts/Timeline.ts"
import type { IconName } from "../components/Icon.tsx"
import { StatusBadge } from "../components/StatusBadge.tsx"
import { PageLink } from "../components/PageLink.tsx"
import { showCause, showChannel, showState } from "../format.ts"

/** An entry of a timeline, ready to render. */
export interface TimelineEntry {
  readonly icon: IconName
  readonly title: ReactNode
  readonly details: ReactNode
}

/** The entry of an order, event, consent change, run, message or click, with links to it. */
export const timelineEntry = (account: string, happening: TimelineItem["happening"]): TimelineEntry => {
  switch (happening.type) {
    case "order": {
      const { order_id: id, total_amount, currency_code, total_items, shipment_status } = happening
      const items = total_items === null ? "" : ` · ${total_items} items`
      return {
        icon: "orders",
        title: (
          <>
            Placed{" "}
            <PageLink underline="always" to="/a/$account/orders/$id" params={{ account, id }}>
              order {id}
            </PageLink>
          </>
        ),
        details: `${total_amount} ${currency_code}${items}${shipment_status === null ? "" : ` · ${showState(shipment_status)}`}`
      }
    }
    case "event":
      return {
        icon: "events",
        title: (
          <>
            Event{" "}
            <PageLink underline="always" to="/a/$account/events/$id" params={{ account, id: happening.event_id }}>
              {happening.event_type}
            </PageLink>
          </>
        ),
        details: null
      }
    case "consent": {
      const { channel, from, to, refused, cause, rule, source_id } = happening
      return {
        icon: "consent",
        title: refused ? (
          <>
            {showChannel(channel)} consent stays <StatusBadge status={from} />
          </>
        ) : (
          <>
            {showChannel(channel)} consent: <StatusBadge status={from} /> → <StatusBadge status={to} />
          </>
        ),
        details: `${rule} (${showState(cause)}${source_id === "" ? "" : ` ${source_id}`})`
      }
    }
    case "flow":
      return {
        icon: "flows",
        title: (
          <>
            Entered{" "}
            <PageLink underline="always" to="/a/$account/flows/$id" params={{ account, id: happening.flow_id }}>
              {happening.flow_name}
            </PageLink>
          </>
        ),
        details: `Trigger: ${showCause(happening.cause)} · ${showState(happening.status)}`
      }
    case "message":
    case "click": {
      const { message_id: id, channel, subject, flow_name } = happening
      const link = (
        <PageLink underline="always" to="/a/$account/messages/$id" params={{ account, id }}>
          {subject ?? "Text message"}
        </PageLink>
      )
      const flow = flow_name === null ? "" : `From ${flow_name}`
      if (happening.type === "click") return { icon: "click", title: <>Clicked {link}</>, details: flow }
      return {
        icon: channel === "sms" ? "sms" : "messages",
        title: (
          <>
            {channel === "email" && "E-mail "}
            {link} <StatusBadge status={happening.status} />
          </>
        ),
        details: happening.reason === null ? flow : reasonText(happening.reason)
      }
    }
  }
}
