import type { ReportFormId } from "../../../domain/mailReports/reportForms.ts"
import type { SignedFormId } from "../../../domain/mailReports/ReportKey.ts"

/** The key that checks a provider's reports, as the provider calls it. */
export interface KeyWords {
  readonly label: string
  readonly where: string
  readonly removeTitle: string
}

interface ProviderWords {
  readonly name: string
  readonly steps: ReadonlyArray<string>
}

/** The mail providers that report to the account, in the order shown, with what to click at each. */
export const mailProviders: {
  readonly [Form in ReportFormId]: Form extends SignedFormId
    ? ProviderWords & { readonly key: KeyWords }
    : ProviderWords
} = {
  ses: {
    name: "Amazon SES",
    steps: [
      "In Amazon SNS, create a standard topic in the region of your SES account.",
      "Create a subscription of the topic: protocol HTTPS, the address above, raw message delivery off. It is confirmed by itself.",
      "In Amazon SES, open your identity → Notifications → Feedback notifications, and choose the topic for bounces, complaints and deliveries. Include the original headers."
    ]
  },
  sendgrid: {
    name: "SendGrid",
    steps: [
      "Open Settings → Mail Settings → Event Webhooks → Create new webhook.",
      "Enter the address above as the Post URL, and choose Delivered, Bounced, Dropped, Spam Reports, Unsubscribes and Group Unsubscribes.",
      "Turn on Signed Event Webhook and save. Copy the verification key and paste it here."
    ],
    key: {
      label: "Verification key",
      where: "Signed Event Webhook",
      removeTitle: "Remove the verification key?"
    }
  },
  mailgun: {
    name: "Mailgun",
    steps: [
      "Open Send → Sending → Webhooks and choose your domain.",
      "Add the address above for Delivered Messages, Permanent Failure, Temporary Failure, Spam Complaints and Unsubscribes.",
      "Copy the HTTP webhook signing key from API Security and paste it here."
    ],
    key: {
      label: "HTTP webhook signing key",
      where: "API Security",
      removeTitle: "Remove the HTTP webhook signing key?"
    }
  },
  postmark: {
    name: "Postmark",
    steps: [
      "Open your server → your message stream → Webhooks → Add webhook.",
      "Enter the address above, and choose Delivery, Bounce, Spam Complaint and Subscription Change."
    ]
  },
  brevo: {
    name: "Brevo",
    steps: [
      "Open Settings → Webhooks, and add a webhook for transactional e-mail.",
      "Enter the address above, and choose Delivered, Soft bounce, Hard bounce, Invalid email, Blocked, Error, Complaint and Unsubscribed.",
      "If you also send campaigns there, add one for marketing with the same address."
    ]
  },
  resend: {
    name: "Resend",
    steps: [
      "Open Webhooks → Add Webhook.",
      "Enter the address above, and choose email.delivered, email.bounced, email.complained, email.suppressed, email.failed, contact.updated and suppression.added.",
      "Copy the signing secret of the webhook and paste it here."
    ],
    key: {
      label: "Signing secret",
      where: "the webhook's page",
      removeTitle: "Remove the signing secret?"
    }
  },
  plain: {
    name: "Other",
    steps: [
      'Post JSON to the address above, one report or a list: {"type": "bounce", "email": "ada@example.com"}.',
      'The type is bounce, complaint, delivered or unsubscribe. A bounce that will pass has "permanent": false.'
    ]
  }
}

/** The shared key that signs what Twilio reports of texts. */
export const twilioKey: KeyWords = {
  label: "Shared key",
  where: "Twilio's webhook security settings",
  removeTitle: "Remove the shared key?"
}
