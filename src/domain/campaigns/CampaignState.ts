import { Schema } from "effect"

export const CampaignStatus = Schema.Literals(["draft", "scheduled", "sending", "sent", "paused", "cancelled"])
export type CampaignStatus = typeof CampaignStatus.Type

/** `begin` and `finish` are the service's own; the others are of a user. */
export type CampaignAction = "schedule" | "unschedule" | "pause" | "resume" | "cancel" | "begin" | "finish"

/** `hasBegun`: contacts have been enrolled. */
export interface CampaignState {
  readonly status: CampaignStatus
  readonly hasBegun: boolean
}

type Targets = Readonly<Partial<Record<CampaignStatus, CampaignStatus>>>

const targets = (action: CampaignAction, hasBegun: boolean): Targets => {
  switch (action) {
    case "schedule":
      // A call that is repeated because its answer was lost may come when sending has begun, or is over.
      return { draft: "scheduled", scheduled: "scheduled", sending: "sending", sent: "sent" }
    case "unschedule":
      return hasBegun ? {} : { scheduled: "draft", paused: "draft", draft: "draft" }
    case "pause":
      return { scheduled: "paused", sending: "paused", paused: "paused" }
    case "resume":
      return { paused: hasBegun ? "sending" : "scheduled", scheduled: "scheduled", sending: "sending" }
    case "cancel":
      return { scheduled: "cancelled", sending: "cancelled", paused: "cancelled", cancelled: "cancelled" }
    case "begin":
      return { scheduled: "sending" }
    case "finish":
      return { sending: "sent" }
  }
}

/** The status after an action; undefined where the action is not allowed. Repeating a user's action changes nothing. Pure. */
export const statusAfter = ({ status, hasBegun }: CampaignState, action: CampaignAction): CampaignStatus | undefined =>
  targets(action, hasBegun)[status]

/** Whether work on the campaign goes on by itself. */
export const isRunning = (status: CampaignStatus): boolean => status === "scheduled" || status === "sending"
