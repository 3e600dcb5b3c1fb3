/** What Amazon SES publishes, in the shape of its public documentation, about `email` and the message with this id. */
export const sesReports = (email: string, message_id: string) => {
  const iso = "2026-11-20T10:00:00.000Z"
  const smtpId = `<${message_id}@tally.example>`
  const mail = {
    timestamp: iso,
    source: "shop@shop.example",
    messageId: "010201a-000000",
    destination: [email],
    headers: [
      { name: "From", value: "shop@shop.example" },
      { name: "Message-ID", value: smtpId }
    ],
    commonHeaders: { from: ["shop@shop.example"], to: [email] }
  }
  const sesBounce = (bounceType: string, bounceSubType: string, status: string, diagnosticCode: string) => ({
    notificationType: "Bounce",
    bounce: {
      bounceType,
      bounceSubType,
      bouncedRecipients: [{ emailAddress: email, action: "failed", status, diagnosticCode }],
      timestamp: iso,
      feedbackId: "f-1",
      reportingMTA: "dns; a1-1.smtp-out.eu-west-1.amazonses.com"
    },
    mail
  })
  const topic = (subscriptionStatus: string) => ({ topicName: "tea", subscriptionStatus })
  const sesSubscription = (newTopicPreferences: object) => ({
    eventType: "Subscription",
    subscription: {
      contactList: "shop",
      timestamp: iso,
      source: "UnsubscribeHeader",
      newTopicPreferences,
      oldTopicPreferences: { unsubscribeAll: false, topicSubscriptionStatus: [topic("OptIn")] }
    },
    mail
  })
  return {
    bounced: sesBounce("Permanent", "General", "5.1.1", "smtp; 550 5.1.1 user unknown"),
    suppressed: sesBounce("Permanent", "OnAccountSuppressionList", "", ""),
    soft: sesBounce("Transient", "MailboxFull", "5.2.2", "smtp; 552 5.2.2 mailbox full"),
    policy: sesBounce("Permanent", "General", "5.7.1", "smtp; 550 5.7.1 message refused by policy"),
    content: sesBounce("Transient", "ContentRejected", "5.6.0", "smtp; 550 5.6.0 content rejected"),
    complained: {
      eventType: "Complaint",
      complaint: {
        complainedRecipients: [{ emailAddress: email }],
        timestamp: iso,
        feedbackId: "f-2",
        complaintFeedbackType: "abuse"
      },
      mail
    },
    notSpam: {
      notificationType: "Complaint",
      complaint: { complainedRecipients: [{ emailAddress: email }], complaintFeedbackType: "not-spam" },
      mail
    },
    delivered: {
      notificationType: "Delivery",
      delivery: { timestamp: iso, recipients: [email], smtpResponse: "250 2.0.0 OK", processingTimeMillis: 500 },
      mail
    },
    away: sesBounce("Transient", "General", "", ""),
    awayPlainly: {
      notificationType: "Bounce",
      bounce: {
        bounceType: "Transient",
        bounceSubType: "General",
        bouncedRecipients: [{ emailAddress: email }],
        timestamp: iso
      },
      mail
    },
    softOther: sesBounce("Transient", "General", "4.4.7", "smtp; 451 4.4.7 delivery time expired"),
    listed: sesBounce("Permanent", "UnsubscribedRecipient", "", ""),
    bracketed: {
      notificationType: "Bounce",
      bounce: {
        bounceType: "Permanent",
        bounceSubType: "General",
        bouncedRecipients: [
          { emailAddress: `<${email}>`, action: "failed", status: "5.1.1", diagnosticCode: "smtp; 550 5.1.1 unknown" }
        ],
        timestamp: iso
      },
      mail
    },
    left: sesSubscription({ unsubscribeAll: true, topicSubscriptionStatus: [] }),
    leftTopic: sesSubscription({ unsubscribeAll: false, topicSubscriptionStatus: [topic("OptOut")] }),
    joined: sesSubscription({ unsubscribeAll: false, topicSubscriptionStatus: [topic("OptIn")] }),
    rejected: { eventType: "Reject", reject: { reason: "Bad content" }, mail }
  } as const
}
