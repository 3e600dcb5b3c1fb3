import type { Mutant } from "./mutants.ts"

const campaigns = "test/campaigns/campaigns.test.ts"
const reviews = "test/campaigns/reviews.test.ts"
const faults = "test/faults/campaigns.test.ts"

/** Rules of campaigns: one message a contact, pauses, local times, and reviews that tell what sending does. */
export const campaignMutants: ReadonlyArray<Mutant> = [
  {
    rule: "holds up an account's campaigns behind one that fails",
    edits: [
      {
        file: "programs/campaigns/RunCampaigns.ts",
        from: "postpone(locked, now + head.clock_offset",
        to: "postpone(undefined, now + head.clock_offset"
      }
    ],
    tests: [
      ["test/campaigns/campaigns.test.ts", "lets the account's others go first, and is tried again ten seconds later"]
    ]
  },
  {
    rule: "reviews a scheduled campaign by what its segments say now",
    edits: [
      {
        file: "programs/campaigns/ReviewCampaigns.ts",
        from: 'campaign.status === "draft" ? undefined : yield*',
        to: 'campaign.status !== "sent" ? undefined : yield*'
      }
    ],
    tests: [["test/campaigns/reviews.test.ts", "keep the conditions with which a campaign was scheduled"]]
  },
  {
    rule: "a step of a campaign that is not one transaction",
    edits: [{ file: "programs/campaigns/RunCampaigns.ts", from: "transactFor(sql, maxMillis)", to: "retried" }],
    tests: [[faults, "repeats and loses no message"]]
  },
  {
    rule: "a paused campaign whose queued messages go out",
    edits: [
      {
        file: "domain/messages/decideSend.ts",
        from: 'message.campaign_status === "paused"',
        to: 'message.campaign_status === "sent"'
      }
    ],
    tests: [[campaigns, "hold while they are paused, also queued messages, and go on without a second message"]]
  },
  {
    rule: "the account's time for every contact",
    edits: [
      {
        file: "domain/campaigns/sendTimes.ts",
        from: 'send_at_zone === "contact" && zone !== null',
        to: 'send_at_zone === "account" && zone !== null'
      }
    ],
    tests: [[campaigns, "come at the local time of each contact, over the change of clocks"]]
  },
  {
    rule: "a campaign that ignores its rate",
    edits: [
      {
        file: "domain/campaigns/ReleasePace.ts",
        from: "pace.messages_per_hour === null) return Number",
        to: "pace.messages_per_hour !== null) return Number"
      }
    ],
    tests: [[campaigns, "keep to their rate"]]
  },
  {
    rule: "a review and a campaign without the frequency cap",
    edits: [{ file: "store/campaigns/leftOutRule.ts", from: "frequency_cap === null", to: "frequency_cap !== null" }],
    tests: [[reviews, "leave out by the very rules that sending decides by, the frequency cap among them"]]
  },
  {
    rule: "a holdout that gets the message",
    edits: [{ file: "store/campaigns/leftOutRule.ts", from: "holdout_percent === 0", to: "holdout_percent >= 0" }],
    tests: [[reviews, "share variants and keep a holdout, exactly as reviewed"]]
  }
]
