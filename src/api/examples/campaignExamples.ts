import type { Example } from "./examples.ts"

const campaign = {
  id: "cmp_01kqs2v6n8w1y3e7k0c6a4f2gm",
  name: "Spring",
  channel: "email",
  status: "draft",
  variants: [
    { subject: "Spring is here, {{ contact.first_name }}", html: "<p>New teas are in.</p>" },
    { subject: "New teas are in", html: "<p>New teas are in.</p>" }
  ],
  holdout_percent: 10,
  audience: { include: ["seg_01kqs2v6j4r7s9a3f6x2v0z8be"], exclude: [] },
  send_at: "2026-05-08T09:00",
  send_at_zone: "contact",
  messages_per_hour: null,
  topic: null,
  sender_id: null,
  link_parameters: null,
  variant_test: { percent: 20, measure: "clicked", wait_hours: 4, extend_hours: 24 },
  resend: { days: 3, subject: "Did you see the new teas?" },
  variant_choice: null,
  resend_of: null,
  notice: null,
  scheduled_at: null,
  begun_at: null,
  ended_at: null,
  created_at: "2026-05-04T09:30:00Z",
  updated_at: "2026-05-04T09:30:00Z"
}
const { variants: _variants, ...listedCampaign } = campaign
const scheduledCampaign = { ...campaign, status: "scheduled", scheduled_at: "2026-05-04T10:00:00Z" }

const backtest = {
  contacts: 812,
  unjudged: 0,
  moments: [
    {
      at: "2026-05-04T09:00:00Z",
      audience: 700,
      sent: 610,
      waiting: 0,
      held: 0,
      left_out: [{ rule: "not_subscribed", count: 90 }],
      sales: { people: 9, orders: 10, revenue: [{ currency: "GBP", orders: 10, amount: "1394.20" }] }
    }
  ],
  messages_per_person: [
    { messages: 0, people: 90 },
    { messages: 1, people: 610 }
  ],
  examples: [{ outcome: "sent", contact_id: "con_01kqs2v6p0x2z4f8m1d7b5f3gm", at: "2026-05-04T09:00:00Z" }],
  notes: ["No record tells who had paused marketing messages then: a pause leaves nobody out."],
  total: 812,
  person: null,
  next_cursor: null
}

/** The examples of the endpoints of campaigns; `contact` is an example of a contact. */
export const campaignExamples = (contact: object): Readonly<Record<string, Example>> => ({
  "campaigns.list": {
    responses: {
      200: {
        data: [listedCampaign],
        pagination: { page: 1, per_page: 25, total_count: 1, total_pages: 1, next_cursor: null }
      }
    }
  },
  "campaigns.create": {
    request: {
      name: campaign.name,
      channel: campaign.channel,
      variants: campaign.variants,
      audience: campaign.audience
    },
    responses: { 201: { data: campaign } }
  },
  "campaigns.countAudience": {
    request: { channel: "email", audience: campaign.audience },
    responses: { 200: { data: { audience: 1200, recipients: 1100, counted_at: null } } }
  },
  "campaigns.backtest": {
    request: { draft: { channel: "email", audience: campaign.audience }, at: "2026-05-04T09:00:00Z" },
    responses: { 200: { data: backtest } }
  },
  "campaigns.get": { responses: { 200: { data: campaign } } },
  "campaigns.update": {
    request: { send_at: "2026-05-08T09:00", send_at_zone: "contact" },
    responses: { 200: { data: campaign } }
  },
  "campaigns.remove": { responses: { 200: { data: campaign } } },
  "campaigns.checkLinks": {
    responses: {
      200: {
        data: {
          links: [
            { url: "https://shop.example/spring", status: 200, passed: true, detail: "Answers" },
            { url: "https://shop.example/sprnig", status: 404, passed: false, detail: "There is no such page (404)" }
          ],
          unchecked: 0
        }
      }
    }
  },
  "campaigns.review": {
    responses: {
      200: {
        data: {
          audience: 1200,
          recipients: 1000,
          counted_at: null,
          left_out: [
            { rule: "holdout", count: 110 },
            { rule: "not_subscribed", count: 90 }
          ],
          begins_at: "2026-05-07T19:00:00Z",
          samples: [],
          missing_languages: [{ language: "de", recipients: 40 }],
          faults: [{ field: "sender.postal_address", message: "The sender's postal address is missing" }],
          sender: { id: null, from_name: "Tea", from_email: "tea@shop.example" },
          sender_check: {
            domain: "ada.example",
            proof: null,
            spf: "ok",
            dkim: "ok",
            dmarc: "missing",
            checked_at: "2026-05-06T08:30:00Z"
          },
          checklist: [
            {
              check: "sender",
              variant: null,
              passed: false,
              detail: "Of ada.example, these DNS records are not in order: DMARC"
            }
          ]
        }
      }
    }
  },
  "campaigns.reviewContacts": {
    responses: {
      200: {
        data: [contact],
        pagination: { page: 1, per_page: 25, total_count: 1, total_pages: 1, next_cursor: null }
      }
    }
  },
  "campaigns.schedule": { responses: { 200: { data: scheduledCampaign } } },
  "campaigns.unschedule": { responses: { 200: { data: campaign } } },
  "campaigns.pause": { responses: { 200: { data: { ...scheduledCampaign, status: "paused" } } } },
  "campaigns.resume": { responses: { 200: { data: scheduledCampaign } } },
  "campaigns.cancel": { responses: { 200: { data: { ...scheduledCampaign, status: "cancelled" } } } },
  "campaigns.lift": {
    responses: {
      200: {
        data: {
          percent: 10,
          since: "2026-05-04T09:30:00Z",
          days: 7,
          currency: "EUR",
          messaged: { people: 1080, ordered: 14, revenue: 612.5 },
          held_out: { people: 120, ordered: 1, revenue: 40 },
          conversion: null,
          revenue: null,
          people_needed: 19000,
          counted_at: "2026-05-11T09:30:00Z"
        }
      }
    }
  },
  "campaigns.results": {
    responses: {
      200: {
        data: {
          sums: {
            audience: 1200,
            waiting: 0,
            held: 0,
            sent: 1000,
            captured: 0,
            skipped: 200,
            failed: 0,
            cancelled: 0,
            skipped_by: [{ reason: "not_subscribed", count: 200 }]
          },
          enrolled: 1200,
          waiting: 0,
          left_out: [{ rule: "not_subscribed", count: 200 }],
          links: [{ variant: 0, url: "https://ada.example/teas", people: 96 }],
          resent_as: null,
          variants: [
            {
              variant: 0,
              queued: 0,
              held: 0,
              sent: 1000,
              captured: 0,
              delivered: 990,
              bounced: 4,
              clicked: 120,
              failed: 0,
              skipped: 0,
              cancelled: 0,
              unsubscribed: 3,
              complained: 0,
              revenue: [{ currency: "EUR", orders: 14, amount: "612.50" }]
            }
          ]
        }
      }
    }
  }
})
