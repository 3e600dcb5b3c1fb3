import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result, Schema } from "effect"
import { draftDefaults } from "../../src/domain/campaigns/Campaign.ts"
import { CampaignStatus, type CampaignAction, statusAfter } from "../../src/domain/campaigns/CampaignState.ts"
import { decodeCampaign } from "../../src/domain/campaigns/decodeCampaign.ts"
import { draftIssues } from "../../src/domain/campaigns/draftIssues.ts"
import { followUpTime } from "../../src/domain/campaigns/followUp.ts"
import { localInstant } from "../../src/domain/campaigns/localInstant.ts"
import { pacedAfter, releasable, type ReleasePace } from "../../src/domain/campaigns/ReleasePace.ts"
import { beginTime, dueTimes } from "../../src/domain/campaigns/sendTimes.ts"
import { variantOf } from "../../src/domain/campaigns/variantOf.ts"
import { localDay } from "../../src/domain/zones/localTime.ts"

const actions: ReadonlyArray<CampaignAction> = [
  "schedule",
  "unschedule",
  "pause",
  "resume",
  "cancel",
  "begin",
  "finish"
]
const int = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const zones = ["Pacific/Kiritimati", "Asia/Kathmandu", "Europe/Berlin", "UTC", "America/New_York", "Pacific/Pago_Pago"]

describe("the states of a campaign", () => {
  it.prop(
    "repeat no user's action, leave no end, and resume where they were paused",
    {
      status: CampaignStatus,
      hasBegun: Schema.Boolean
    },
    ({ status, hasBegun }) => {
      for (const action of actions) {
        const next = statusAfter({ status, hasBegun }, action)
        if (status === "sent" || status === "cancelled") assert.isTrue(next === undefined || next === status, action)
        if (next === undefined || action === "begin" || action === "finish") continue
        const begun = hasBegun && next !== "draft"
        assert.strictEqual(statusAfter({ status: next, hasBegun: begun }, action), next, `${status} ${action}`)
      }
      const paused = statusAfter({ status, hasBegun }, "pause")
      const reached = status === (hasBegun ? "sending" : "scheduled")
      if (paused !== undefined && reached)
        assert.strictEqual(statusAfter({ status: paused, hasBegun }, "resume"), status)
    }
  )

  it("reach sent from a draft, and never change what a campaign that has begun sends", () => {
    const path = (["schedule", "begin", "pause", "resume", "finish"] as const).reduce<CampaignStatus>(
      (status, action) => statusAfter({ status, hasBegun: action === "resume" }, action) ?? "draft",
      "draft"
    )
    assert.strictEqual(path, "sent")
    for (const status of CampaignStatus.literals) {
      assert.isUndefined(statusAfter({ status, hasBegun: true }, "unschedule"), status)
    }
  })
})

const local = (day: number, minute: number) =>
  new Date(Date.UTC(2026, 0, 1 + day, 0, minute)).toISOString().slice(0, 16)

describe("send times", () => {
  it.prop(
    "show the local time in each zone, or as much later as clocks go forward over it",
    {
      day: int(0, 729),
      minute: int(0, 1439),
      zone: Schema.Literals(zones)
    },
    ({ day, minute, zone }) => {
      const wanted = local(day, minute)
      const at = localInstant(wanted, zone) ?? 0
      const shown = DateTime.formatIso(DateTime.toUtc(DateTime.makeZonedUnsafe(at, { timeZone: zone })))
      const there = new Date(at + DateTime.zonedOffset(DateTime.makeZonedUnsafe(at, { timeZone: zone })))
      const later = (Date.parse(`${there.toISOString().slice(0, 16)}Z`) - Date.parse(`${wanted}Z`)) / 60_000
      assert.isTrue(later === 0 || later === 60, `${wanted} ${zone} ${shown}`)
      // An hour before shows the same time only where clocks go back: then this is the first of the two.
      const before = new Date(
        at - 3_600_000 + DateTime.zonedOffset(DateTime.makeZonedUnsafe(at - 3_600_000, { timeZone: zone }))
      )
      assert.notStrictEqual(before.toISOString().slice(0, 16), wanted)
    }
  )

  it("follow the changes of clocks", () => {
    const cases: ReadonlyArray<readonly [string, string, string]> = [
      ["2026-03-29T01:59", "Europe/Berlin", "2026-03-29T00:59:00.000Z"],
      ["2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
      ["2026-03-29T03:00", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
      ["2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
      ["2026-10-25T03:00", "Europe/Berlin", "2026-10-25T02:00:00.000Z"],
      ["2026-11-01T01:30", "America/New_York", "2026-11-01T05:30:00.000Z"]
    ]
    for (const [time, zone, instant] of cases)
      assert.strictEqual(new Date(localInstant(time, zone) ?? 0).toISOString(), instant, `${time} ${zone}`)
  })

  it.prop(
    "of no contact come before enrolment begins, and of an unknown zone are the account's",
    {
      day: int(0, 729),
      minute: int(0, 1439),
      zone: Schema.Literals([...zones, "Mars/Olympus", ""]),
      own: Schema.Literals(["account", "contact"]),
      now: int(Date.UTC(2025, 11, 1), Date.UTC(2027, 11, 1))
    },
    ({ day, minute, zone, own, now }) => {
      const timing = { send_at: local(day, minute), send_at_zone: own }
      const begun = beginTime(timing, "Europe/Berlin", now)
      const due = dueTimes(timing, "Europe/Berlin", begun)
      assert.isAtLeast(begun, now)
      assert.isAtLeast(due(zone), begun)
      const account = Math.max(begun, localInstant(timing.send_at, "Europe/Berlin") ?? 0)
      if (own === "account" || !zones.includes(zone)) assert.strictEqual(due(zone), account)
      assert.strictEqual(due(null), account)
    }
  )

  it("are in the past once they have passed in the last zone on earth, where each contact's own counts", () => {
    const variants = [{ type: "sms", text: "Tea" }] as const
    const issues = (send_at_zone: "account" | "contact", now: string) =>
      draftIssues(
        {
          ...draftDefaults("sms"),
          channel: "sms",
          resend_of: null,
          variants,
          send_at: "2026-12-01T09:00",
          send_at_zone
        },
        "Asia/Tokyo",
        Date.parse(now)
      )
    // 09:00 in Tokyo is 00:00 UTC; on Baker Island it is 21:00 UTC.
    assert.lengthOf(issues("account", "2026-12-01T00:00:01Z"), 1)
    assert.lengthOf(issues("contact", "2026-12-01T20:59:59Z"), 0)
    assert.deepStrictEqual(issues("contact", "2026-12-01T21:00:00Z"), [{ field: "send_at", message: "Is in the past" }])
  })
})

describe("sending again", () => {
  it("is refused for mail with translations, as its subject has one language", () => {
    const issues = (content: object) =>
      draftIssues(
        {
          ...draftDefaults("email"),
          channel: "email",
          resend_of: null,
          resend: { days: 3, subject: "Once more" },
          variants: [
            { subject: "A", html: "<p>Tea</p>" },
            { subject: "B", html: "<p>Tea</p>", ...content }
          ]
        },
        "UTC",
        0
      ).map(({ field }) => field)
    assert.deepStrictEqual(issues({ translations: { de: { subject: "B", html: "<p>Tee</p>" } } }), ["resend"])
    assert.deepStrictEqual(issues({ language: "en", translations: {} }), [])
  })

  it.prop(
    "comes on the first day on which nobody is due half a day before its days have passed",
    {
      hours: int(0, 24 * 366 * 2),
      days: int(1, 30),
      time: Schema.Literals(["00:00", "02:30", "09:00", "23:45"]),
      send_at_zone: Schema.Literals(["account", "contact"]),
      timezone: Schema.Literals(["UTC", "Europe/Berlin", "Pacific/Kiritimati", "Etc/GMT+12", "America/New_York"])
    },
    ({ hours, days, time, send_at_zone, timezone }) => {
      const now = Date.parse("2026-01-01T00:15:00Z") + hours * 3_600_000
      const later = now + days * 86_400_000
      const found = followUpTime({ send_at: `2026-01-01T${time}`, send_at_zone }, { days }, timezone, now)
      const first = beginTime(found, timezone, 0)
      assert.strictEqual(found.send_at?.slice(11), time)
      assert.strictEqual(found.send_at_zone, send_at_zone)
      assert.isAtLeast(first, later - 12 * 3_600_000)
      // It is the day itself, or the day before would be too early.
      const dayBefore = new Date(Date.parse(`${found.send_at}:00Z`) - 86_400_000).toISOString().slice(0, 16)
      const isDayItself = found.send_at?.slice(0, 10) === localDay(later, timezone)
      const before = beginTime({ ...found, send_at: dayBefore }, timezone, 0)
      assert.isTrue(isDayItself || before < later - 12 * 3_600_000)
    }
  )
})

describe("the pace of a campaign", () => {
  it.prop(
    "never exceeds the rate by more than a minute's messages, and loses nothing while it keeps up",
    {
      rate: int(1, 1_000_000),
      waits: Schema.Array(int(0, 120_000)).check(Schema.isMinLength(1), Schema.isMaxLength(50))
    },
    ({ rate, waits }) => {
      let pace: ReleasePace = { messages_per_hour: rate, paced_at: null }
      let now = 0
      let sent = 0
      for (const wait of waits) {
        now += wait
        const count = releasable(pace, now)
        if (count > 0) pace = { ...pace, paced_at: pacedAfter(pace, count, now) }
        sent += count
        assert.isAtMost(sent, 1 + (now * rate) / 3_600_000)
      }
    }
  )

  it("is a message an hour at a rate of one, also after a long pause", () => {
    const first = { messages_per_hour: 1, paced_at: null }
    const paced_at = pacedAfter(first, releasable(first, 0), 0)
    assert.strictEqual(releasable({ messages_per_hour: 1, paced_at }, 3_599_999), 0)
    assert.strictEqual(releasable({ messages_per_hour: 1, paced_at }, 40 * 3_600_000), 1)
  })
})

describe("the variants of a campaign", () => {
  it("are at most four, and no further one is decoded", () => {
    const variants = [{ text: "Hello" }, { text: 1 }, ...Array.from({ length: 100_000 }, () => ({}))]
    const decoded = decodeCampaign({ name: "Sale", channel: "sms", variants }, () => [])
    const fields = Result.isFailure(decoded) ? decoded.failure.issues.map(({ field }) => field) : []
    assert.includeMembers(fields, ["variants", "variants.1.text"])
    assert.isTrue(fields.every((field) => /^variants(?:[.][123][.]|$)/.test(field)))
  })

  it.prop(
    "share the audience evenly outside the holdout",
    {
      holdout: int(0, 50),
      variants: int(1, 4)
    },
    ({ holdout, variants }) => {
      const counts = Array.from({ length: variants }, () => 0)
      for (let bucket = holdout * 100; bucket < 10_000; bucket++) {
        const variant = variantOf(bucket, holdout, variants)
        counts[variant] = (counts[variant] ?? 0) + 1
      }
      assert.isAtMost(Math.max(...counts) - Math.min(...counts), 1)
      assert.strictEqual(counts.length, variants)
    }
  )
})
