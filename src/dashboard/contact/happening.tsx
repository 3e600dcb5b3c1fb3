import type { ReactNode } from "react"
import type { TimelineItem } from "../../domain/contacts/Timeline.ts"
import type { IconName } from "../components/Icon.tsx"
import { State } from "../components/State.tsx"
import { To } from "../components/To.tsx"
import { showState } from "../format.ts"
import { showCause, showChannel, showReason } from "../reasons.ts"

/** A line of a timeline: what happened, and what there is to say about it. */
export interface Told {
  readonly icon: IconName
  readonly what: ReactNode
  readonly more: ReactNode
}

/** A happening in words, with links to what it speaks of. */
export const tell = (account: string, happening: TimelineItem["happening"]): Told => {
  switch (happening.type) {
    case "order": {
      const { order_id: id, total_amount, currency_code, total_items, shipment_status } = happening
      const items = total_items === null ? "" : ` · ${total_items} items`
      return {
        icon: "orders",
        what: (
          <>
            Placed{" "}
            <To underline="always" to="/a/$account/orders/$id" params={{ account, id }}>
              order {id}
            </To>
          </>
        ),
        more: `${total_amount} ${currency_code}${items}${shipment_status === null ? "" : ` · ${showState(shipment_status)}`}`
      }
    }
    case "event":
      return {
        icon: "events",
        what: (
          <>
            Event{" "}
            <To underline="always" to="/a/$account/events/$id" params={{ account, id: happening.event_id }}>
              {happening.event_type}
            </To>
          </>
        ),
        more: null
      }
    case "consent": {
      const { channel, from, to, refused, cause, rule, source_id } = happening
      return {
        icon: "consent",
        what: refused ? (
          <>
            {showChannel(channel)} consent stays <State state={from} />
          </>
        ) : (
          <>
            {showChannel(channel)} consent: <State state={from} /> → <State state={to} />
          </>
        ),
        more: `${rule} (${showState(cause)}${source_id === "" ? "" : ` ${source_id}`})`
      }
    }
    case "flow":
      return {
        icon: "flows",
        what: (
          <>
            Entered{" "}
            <To underline="always" to="/a/$account/flows/$id" params={{ account, id: happening.flow_id }}>
              {happening.flow_name}
            </To>
          </>
        ),
        more: `By ${showCause(happening.cause)} · ${showState(happening.status)}`
      }
    case "message":
    case "click": {
      const { message_id: id, channel, subject, flow_name } = happening
      const link = (
        <To underline="always" to="/a/$account/messages/$id" params={{ account, id }}>
          {subject ?? "Text message"}
        </To>
      )
      const flow = flow_name === null ? "" : `From ${flow_name}`
      if (happening.type === "click") return { icon: "click", what: <>Clicked {link}</>, more: flow }
      return {
        icon: channel === "sms" ? "sms" : "messages",
        what: (
          <>
            {channel === "email" && "E-mail "}
            {link} <State state={happening.status} />
          </>
        ),
        more: happening.reason === null ? flow : showReason(happening.reason)
      }
    }
  }
}
