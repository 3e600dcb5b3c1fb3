import type { Mutant } from "./mutants.ts"

const campaigns = "test/campaigns/campaigns.test.ts"
const reviews = "test/campaigns/reviews.test.ts"
const variantTests = "test/campaigns/variantTests.test.ts"
const faults = "test/faults/campaigns.test.ts"

/** Rules of campaigns: one message a contact, pauses, local times, and reviews that tell what sending does. */
export const campaignMutants: ReadonlyArray<Mutant> = [
  {
    rule: "gives a contact another variant when a campaign is sent again",
    edits: [{ in: "CampaignEnrolments", from: "coalesce(sent_variant, ${ofPlace})", to: "${ofPlace}" }],
    tests: [["test/store/campaignEnrolments.test.ts", "with the variant that it got before"]]
  },
  {
    rule: "holds up an account's campaigns behind one that fails",
    edits: [
      {
        in: "RunCampaigns",
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
        in: "makeAudiences",
        from: 'campaign.status === "draft" ? undefined : yield*',
        to: 'campaign.status !== "sent" ? undefined : yield*'
      }
    ],
    tests: [["test/campaigns/reviews.test.ts", "keep the conditions with which a campaign was scheduled"]]
  },
  {
    rule: "a save that overwrites another one unseen",
    edits: [{ in: "EditCampaigns", from: "base !== undefined &&", to: "base === undefined &&" }],
    tests: [["test/http/campaignDrafts.test.ts", "takes one of several saves at the same time"]]
  },
  {
    rule: "parts of a test that are not equal",
    edits: [
      { in: "drawTest", from: "before % variants", to: "bucket % variants" },
      { in: "drawTest", from: "{ contact_id }]", to: "{ contact_id, bucket }]" }
    ],
    tests: [["test/laws/variantTests.test.ts", "has parts that are equal but for one"]]
  },
  {
    rule: "looks that call equal variants better by chance",
    edits: [{ in: "domain/campaigns/betterVariant.ts", from: "later: 0.999", to: "later: 0.95" }],
    tests: [["test/laws/variantTests.test.ts", "is called of equal variants in at most 5 of 100 tests"]]
  },
  {
    rule: "results without the contacts that wait for the better variant",
    edits: [{ in: "makeCampaignReports", from: 'countOf("waiting") + countOf("reserved")', to: 'countOf("waiting")' }],
    tests: [[variantTests, "go to equal parts, and the better variant to the rest"]]
  },
  {
    rule: "a choice that is not stored with its look",
    edits: [{ in: "RunCampaigns", from: "{ ...sending(due_at), variant_choice }", to: "{ ...sending(due_at) }" }],
    tests: [[variantTests, "choose once, over processes that work at once"]]
  },
  {
    rule: "contacts that wait for the better variant after the campaign is cancelled",
    edits: [
      {
        in: "CampaignEnrolments",
        from: "waiting > 0 ? waiting : yield* leaveOut",
        to: "waiting >= 0 ? waiting : yield* leaveOut"
      }
    ],
    tests: [[variantTests, "skip who waits once they are cancelled"]]
  },
  {
    rule: "the better variant to a person who got one as another contact",
    edits: [{ in: "mergeContact", from: "e.status IN ('waiting', 'reserved')", to: "e.status IN ('waiting')" }],
    tests: [[variantTests, "had got it as another contact during the wait"]]
  },
  {
    rule: "mail again to who clicked",
    edits: [{ in: "domain/campaigns/followUp.ts", from: 'op: "eq", value: 0', to: 'op: "gte", value: 0' }],
    tests: [["test/campaigns/resends.test.ts", "to who got the first, did not click"]]
  },
  {
    rule: "a step of a campaign that is not one transaction",
    edits: [{ in: "RunCampaigns", from: "transactFor(sql, maxMillis)", to: "retried" }],
    tests: [[faults, "repeats and loses no message"]]
  },
  {
    rule: "results without the messages that are held",
    edits: [{ in: "addUpAudience", from: 'held: of("held")', to: "held: 0" }],
    tests: [
      ["test/laws/audienceSums.test.ts", "count each member once"],
      [faults, "are those of its audience at every moment"]
    ]
  },
  {
    rule: "calls messages delivered of which no provider reported a delivery",
    edits: [
      { in: "deliveredCount", from: "isReported ? Math.min(delivered, mayHaveArrived) : null", to: "mayHaveArrived" }
    ],
    tests: [["test/laws/audienceSums.test.ts", "are unknown where no provider reports them"]]
  },
  {
    rule: "results that count a cancelled message as skipped too",
    edits: [{ in: "addUpAudience", from: 'of("skipped") - cancelledMessages', to: 'of("skipped")' }],
    tests: [
      ["test/laws/audienceSums.test.ts", "count none of a cancellation among them"],
      [campaigns, "skip everything unsent once they are cancelled"]
    ]
  },
  {
    rule: "a paused campaign whose queued messages go out",
    edits: [
      {
        in: "decideSend",
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
        in: "dueTimes",
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
        in: "releasable",
        from: "pace.messages_per_hour === null) return Number",
        to: "pace.messages_per_hour !== null) return Number"
      }
    ],
    tests: [[campaigns, "keep to their rate"]]
  },
  {
    rule: "a text at the hours of the shop, not of the person",
    edits: [{ in: "decideConsent", from: "contact.timezone ?? timezone", to: "timezone" }],
    tests: [
      ["test/flows/quietHours.test.ts", "waits for the morning of the person"],
      ["test/laws/messages.test.ts", "waits for the day of the person"]
    ]
  },
  {
    rule: "a time zone that only one name of a custom field tells",
    edits: [
      {
        in: "zoneFieldsJson",
        from: "translate(lower(field.key), ${zoneFieldSigns}, '') = ANY (${texts(zoneFields)})",
        to: "field.key = ANY (${texts(zoneFields)})"
      }
    ],
    tests: [
      [campaigns, "come at the local time of each contact"],
      ["test/flows/dates.test.ts", "starts in each contact's zone"]
    ]
  },
  {
    rule: "a send time in contacts' zones that is judged by the account's",
    edits: [
      {
        in: "lastSendTime",
        from: 'send_at_zone === "contact" ? utcInstant(send_at) - minOffset : ',
        to: ""
      }
    ],
    tests: [["test/laws/campaigns.test.ts", "are in the past once they have passed in the last zone on earth"]]
  },
  {
    rule: "a review that counts who paused",
    edits: [{ in: "leftOutRule", from: "contacts.paused_until > ", to: "contacts.paused_until < " }],
    tests: [["test/campaigns/leftOut.test.ts", "leaves out each contact by the rule by which sending decides"]]
  },
  {
    rule: "a STOP that no result counts",
    edits: [{ in: "leavings", from: "l.cause = 'inbound_sms' AND", to: "l.cause = 'api' AND" }],
    tests: [["test/campaigns/results.test.ts", "count who left by the preference page or by STOP"]]
  },
  {
    rule: "the no of an erased contact that nothing remembers",
    edits: [
      {
        in: "ApplyConsentSignals",
        from: "if (contact_id !== undefined) yield* suppressionList",
        to: "if (contact_id === null) yield* suppressionList"
      }
    ],
    tests: [["test/http/contactErasure.test.ts", "withdraws by the link of an old mail"]]
  },
  {
    rule: "a review and a campaign without the frequency cap",
    edits: [{ in: "leftOutRule", from: "frequency_cap === null", to: "frequency_cap !== null" }],
    tests: [[reviews, "leave out by the very rules that sending decides by, the frequency cap among them"]]
  },
  {
    rule: "a holdout that gets the message",
    edits: [{ in: "leftOutRule", from: "percent === 0", to: "percent >= 0" }],
    tests: [[reviews, "share variants and keep a holdout, exactly as reviewed"]]
  }
]
