import type { ReportFormId } from "../../../src/domain/mailReports/reportForms.ts"
import { sesReports } from "./sesReports.ts"

/** Reports of mail providers in the shapes of their public documentation, about `email` and the message with this id. */
export const mailReports = (email: string, message_id: string) => {
  const seconds = 1_795_168_800
  const iso = "2026-11-20T10:00:00.000Z"
  const smtpId = `<${message_id}@tally.example>`
  const sendgrid = (event: string, fields: object = {}) => [
    {
      email,
      timestamp: seconds,
      "smtp-id": smtpId,
      event,
      category: ["tea"],
      sg_event_id: `${event}-1`,
      sg_message_id: "14c5d75ce93.dfd.64b469.filter0001",
      ...fields
    }
  ]
  const mailgun = (event: string, fields: object = {}) => ({
    signature: { timestamp: String(seconds), token: "t".repeat(50), signature: "" },
    "event-data": {
      event,
      id: "CPgfbmQMTCKtHW6uIWtuVe",
      timestamp: seconds + 0.529858,
      recipient: email,
      message: { headers: { to: email, "message-id": smtpId.slice(1, -1), from: "shop@shop.example" } },
      ...fields
    }
  })
  const postmark = (RecordType: string, fields: object) => ({
    RecordType,
    MessageID: "883953f4-6105-42a2-a16a-77a8eac79483",
    MessageStream: "outbound",
    Metadata: { message_id },
    ...fields
  })
  const bounced = (Type: string, Details: string) =>
    postmark("Bounce", { ID: 42, Type, TypeCode: 1, Email: email, BouncedAt: iso, Details, Inactive: true })
  const suppressed = (SuppressionReason: string, fields: object = {}) =>
    postmark("SubscriptionChange", {
      Recipient: email,
      Origin: "Recipient",
      SuppressSending: true,
      SuppressionReason,
      ChangedAt: iso,
      MessageStream: "broadcast",
      ...fields
    })
  const brevo = (event: string, reason?: string) => ({
    event,
    email,
    id: 26_224,
    date: "2026-11-20 11:00:00",
    ts: seconds,
    "message-id": smtpId,
    ts_event: seconds,
    ts_epoch: seconds * 1_000,
    subject: "Thank you",
    ...(reason === undefined ? {} : { reason })
  })
  const brevoMarketing = (event: string, fields: object = {}) => ({
    event,
    email,
    id: 7,
    camp_id: 12,
    "campaign name": "Tea",
    date_sent: "2026-11-20 10:00:00",
    ts_sent: seconds,
    ts_event: seconds,
    ...fields
  })
  const resendContact = (type: string, unsubscribed: boolean) => ({
    type,
    created_at: iso,
    data: { id: "e169aa45-1ecf-4183-9955-b1499d5701d3", email, unsubscribed, created_at: iso, updated_at: iso }
  })
  const resend = (type: string, fields: object = {}) => ({
    type,
    created_at: iso,
    data: {
      email_id: "56761188-7520-42d8-8898-ff6fc54ce618",
      created_at: iso,
      from: "Shop <shop@shop.example>",
      to: [email],
      subject: "Thank you",
      headers: [{ name: "Message-ID", value: smtpId }],
      ...fields
    }
  })
  return {
    ses: sesReports(email, message_id),
    sendgrid: {
      bounced: sendgrid("bounce", { type: "bounce", status: "5.1.1", reason: "550 5.1.1 user unknown" }),
      nameless: sendgrid("bounce", { type: "bounce", status: "5.0.0", reason: "550 no such user here" }),
      policy: sendgrid("bounce", { type: "blocked", status: "5.7.1", reason: "550 5.7.1 listed" }),
      blocked: sendgrid("bounce", { type: "blocked", status: "5.1.1", reason: "550 5.1.1 listed" }),
      full: sendgrid("bounce", { type: "bounce", status: "5.2.2", reason: "552 5.2.2 mailbox full" }),
      droppedBounce: sendgrid("dropped", { reason: "Bounced Address" }),
      droppedContent: sendgrid("dropped", { reason: "Spam Content (if Spam Checker app is enabled)" }),
      deferred: sendgrid("deferred", { response: "450 4.2.1 try again", attempt: "3" }),
      complained: sendgrid("spamreport"),
      delivered: sendgrid("delivered", { response: "250 OK" }),
      opened: sendgrid("open", { useragent: "Mozilla/5.0", ip: "192.0.2.1" }),
      left: sendgrid("unsubscribe"),
      leftGroup: sendgrid("group_unsubscribe", { asm_group_id: 10 }),
      joinedGroup: sendgrid("group_resubscribe", { asm_group_id: 10 }),
      droppedLeft: sendgrid("dropped", { reason: "Unsubscribed Address" }),
      droppedInvalid: sendgrid("dropped", { reason: "Invalid" }),
      droppedHeader: sendgrid("dropped", { reason: "Invalid SMTPAPI header" }),
      status: [{ event: "account_status_change", type: "compliance_suspend", sg_event_id: "x-1", timestamp: seconds }]
    },
    mailgun: {
      bounced: mailgun("failed", {
        severity: "permanent",
        reason: "bounce",
        "delivery-status": { code: 550, "enhanced-code": "5.1.1", message: "5.1.1 user unknown", "attempt-no": 1 }
      }),
      listed: mailgun("failed", {
        severity: "permanent",
        reason: "suppress-bounce",
        "delivery-status": { code: 605, message: "", description: "Not delivering to previously bounced address" }
      }),
      policy: mailgun("failed", {
        severity: "permanent",
        reason: "generic",
        "delivery-status": { code: 550, message: "5.7.1 rejected by policy" }
      }),
      soft: mailgun("failed", {
        severity: "temporary",
        reason: "generic",
        "delivery-status": { code: 452, message: "4.2.2 The mailbox is over quota" }
      }),
      complained: mailgun("complained"),
      delivered: mailgun("delivered", { "delivery-status": { code: 250, message: "OK" } }),
      opened: mailgun("opened"),
      left: mailgun("unsubscribed"),
      listedLeft: mailgun("failed", {
        severity: "permanent",
        reason: "suppress-unsubscribe",
        "delivery-status": { code: 606, message: "", description: "Not delivering to unsubscribed address" }
      }),
      rejected: mailgun("rejected", {
        reject: { reason: "Sandbox subdomains are for test purposes only.", description: "" }
      })
    },
    postmark: {
      bounced: bounced("HardBounce", "smtp;550 5.1.1 The email account does not exist."),
      bad: bounced("BadEmailAddress", ""),
      soft: bounced("SoftBounce", "smtp;452 4.2.2 mailbox full"),
      spam: bounced("SpamNotification", "smtp;554 5.7.1 considered spam"),
      away: bounced("AutoResponder", "Out of office"),
      complained: postmark("SpamComplaint", { Type: "SpamComplaint", TypeCode: 512, Email: email, BouncedAt: iso }),
      delivered: postmark("Delivery", { Recipient: email, DeliveredAt: iso, Details: "smtp;250 OK" }),
      named: postmark("Bounce", {
        Type: "HardBounce",
        Email: `"Lovelace, Ada" <${email}>`,
        BouncedAt: iso,
        Details: "smtp;550 5.1.1 unknown"
      }),
      left: suppressed("ManualSuppression"),
      leftByHand: suppressed("ManualSuppression", { Origin: "Customer", MessageID: null }),
      suppressedBounce: suppressed("HardBounce"),
      suppressedComplaint: suppressed("SpamComplaint"),
      reactivated: suppressed("ManualSuppression", { SuppressSending: false, SuppressionReason: null }),
      askedToLeave: bounced("Unsubscribe", "remove me"),
      challenge: bounced("ChallengeVerification", "Please confirm that you are a person"),
      opened: postmark("Open", { Recipient: email, ReceivedAt: iso })
    },
    brevo: {
      bounced: brevo("hard_bounce", "550 5.1.1 user unknown"),
      plainly: brevo("hard_bounce"),
      soft: brevo("soft_bounce", "452 4.2.2 mailbox full"),
      blocked: brevo("blocked", "blocked : due to blacklist user"),
      policy: brevo("hard_bounce", "550-5.7.26 unauthenticated mail"),
      complained: brevo("spam"),
      delivered: brevo("delivered"),
      deferred: brevo("deferred", "450 4.7.1 greylisted"),
      left: brevo("unsubscribed"),
      leftMarketing: brevoMarketing("unsubscribe", { list_id: [3] }),
      bouncedMarketing: brevoMarketing("hard_bounce", { reason: "550 5.1.1 user unknown" }),
      complainedMarketing: brevoMarketing("spam"),
      openedMarketing: brevoMarketing("opened"),
      listAddition: { event: "list_addition", email, id: 1, key: "k", list_id: [3], ts: seconds },
      updated: { event: "contact_updated", email, id: 1, key: "k", content: [{ name: "Ada" }], ts: seconds },
      deleted: { event: "contact_deleted", email: [email], id: 1, key: "k", ts: seconds }
    },
    resend: {
      bounced: resend("email.bounced", {
        bounce: { type: "Permanent", subType: "General", message: "The recipient's mailbox does not exist." }
      }),
      soft: resend("email.bounced", { bounce: { type: "Transient", subType: "MailboxFull", message: "Mailbox full" } }),
      unclear: resend("email.bounced", { bounce: { type: "Undetermined", subType: "Undetermined", message: "" } }),
      policy: resend("email.bounced", {
        bounce: { type: "Permanent", subType: "General", message: "550 5.7.1 blocked by policy" }
      }),
      complained: resend("email.complained"),
      delivered: resend("email.delivered"),
      sent: resend("email.sent"),
      away: resend("email.bounced", {
        bounce: { type: "Transient", subType: "General", message: "The recipient's server sent a general bounce." }
      }),
      diagnosed: resend("email.bounced", {
        bounce: {
          type: "Transient",
          subType: "General",
          message: "A general bounce.",
          diagnosticCode: ["smtp; 452 4.2.2 mailbox full"]
        }
      }),
      suppressed: resend("email.suppressed", {
        suppressed: { type: "OnAccountSuppressionList", message: "It is on the account-level suppression list" }
      }),
      left: resendContact("contact.updated", true),
      created: resendContact("contact.created", false),
      updated: resendContact("contact.updated", false),
      deleted: resendContact("contact.deleted", true),
      added: { type: "suppression.added", created_at: iso, data: { id: "s-1", email, origin: "manual" } },
      addedBounce: { type: "suppression.added", created_at: iso, data: { id: "s-1", email, origin: "bounce" } },
      removed: { type: "suppression.removed", created_at: iso, data: { id: "s-1", email, origin: "manual" } },
      domain: { type: "domain.updated", created_at: iso, data: { id: "d-1", name: "shop.example" } }
    }
  } as const satisfies Record<Exclude<ReportFormId, "plain">, object>
}
