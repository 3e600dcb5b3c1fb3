import { DateTime, type Schema } from "effect"
import { reasonText } from "../reasons.ts"
import { addressCell, csvCell } from "../values/csvCell.ts"
import { formatTime } from "../values/Time.ts"
import type { listedMessage, Revenue } from "./ListedMessage.ts"

type ExportedMessage = Omit<ReturnType<typeof listedMessage<typeof Schema.DateTimeUtcFromDate>>["Type"], "body"> & {
  readonly revenue: ReadonlyArray<typeof Revenue.Type>
}

const time = (at: DateTime.Utc | null): string => (at === null ? "" : formatTime(DateTime.toEpochMillis(at)))

/** The columns of an export of messages (contract §9). States, numbers, amounts and times cannot begin a formula. */
export const messageCsvColumns = {
  id: ({ id }) => id,
  channel: ({ channel }) => channel,
  purpose: ({ purpose }) => purpose,
  status: ({ status }) => status,
  reason: ({ reason }) => csvCell(reason === null ? "" : reasonText(reason)),
  contact_id: ({ contact_id }) => contact_id,
  contact: ({ contact }) => addressCell(contact),
  recipient: ({ recipient }) => addressCell(recipient),
  subject: ({ subject }) => csvCell(subject ?? ""),
  flow_id: ({ flow_id }) => flow_id ?? "",
  flow_name: ({ flow_name }) => csvCell(flow_name ?? ""),
  attempts: ({ attempts }) => String(attempts),
  due_at: ({ due_at }) => time(due_at),
  sent_at: ({ sent_at }) => time(sent_at),
  clicked_at: ({ clicked_at }) => time(clicked_at),
  created_at: ({ created_at }) => time(created_at),
  revenue: ({ revenue }) => csvCell(revenue.map(({ amount, currency }) => `${amount} ${currency}`).join(", "))
} satisfies Record<string, (message: ExportedMessage) => string>
