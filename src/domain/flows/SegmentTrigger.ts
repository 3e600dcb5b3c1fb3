import type { Contact } from "../contacts/Contact.ts"

/** Starts a flow once for each time that a contact enters a segment. */
export interface SegmentTrigger {
  readonly account_id: string
  readonly type: "entered_segment"
  readonly flow_id: string
  readonly segment_id: string
  /** The look that found the entry: it finds each contact once. */
  readonly source_id: string
  readonly contact_id: string
  readonly contact: Contact
  readonly occurred_at: number
}
