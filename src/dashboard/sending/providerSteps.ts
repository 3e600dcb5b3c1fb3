import type { KeyedProvider } from "../../domain/messages/providers/ReportKey.ts"

/** A provider that reports to the account: where to enter the address, and how its reports are checked. */
export interface ProviderSteps {
  readonly id: string
  readonly name: string
  readonly steps: ReadonlyArray<string>
  /** The key that checks the reports, as the provider calls it. */
  readonly key?: { readonly provider: KeyedProvider; readonly label: string; readonly where: string }
}

/** The mail providers, with what to click there. */
export const mailProviders: ReadonlyArray<ProviderSteps> = [
  {
    id: "ses",
    name: "Amazon SES",
    steps: [
      "In Amazon SNS, create a standard topic in the region of your SES account.",
      "Create a subscription of the topic: protocol HTTPS, the address above, raw message delivery off. It is confirmed by itself.",
      "In Amazon SES, open your identity → Notifications → Feedback notifications, and choose the topic for bounces, complaints and deliveries. Include the original headers."
    ]
  },
  {
    id: "sendgrid",
    name: "SendGrid",
    steps: [
      "Open Settings → Mail Settings → Event Webhooks → Create new webhook.",
      "Enter the address above as the Post URL, and choose Delivered, Bounced, Dropped and Spam Reports.",
      "Turn on Signed Event Webhook, save, and copy the verification key to here."
    ],
    key: { provider: "sendgrid", label: "Verification key", where: "Signed Event Webhook" }
  },
  {
    id: "mailgun",
    name: "Mailgun",
    steps: [
      "Open Send → Sending → Webhooks and choose your domain.",
      "Add the address above for Delivered Messages, Permanent Failure, Temporary Failure and Spam Complaints.",
      "Copy the HTTP webhook signing key from API Security to here."
    ],
    key: { provider: "mailgun", label: "HTTP webhook signing key", where: "API Security" }
  },
  {
    id: "postmark",
    name: "Postmark",
    steps: [
      "Open your server → your message stream → Webhooks → Add webhook.",
      "Enter the address above, and choose Delivery, Bounce and Spam Complaint."
    ]
  },
  {
    id: "brevo",
    name: "Brevo",
    steps: [
      "Open Settings → Webhooks, and add a webhook for transactional e-mail.",
      "Enter the address above, and choose Delivered, Soft bounce, Hard bounce, Invalid email, Blocked, Error and Complaint."
    ]
  },
  {
    id: "resend",
    name: "Resend",
    steps: [
      "Open Webhooks → Add Webhook.",
      "Enter the address above, and choose email.delivered, email.bounced, email.complained and email.failed.",
      "Copy the signing secret of the webhook to here."
    ],
    key: { provider: "resend", label: "Signing secret", where: "the webhook's page" }
  },
  {
    id: "other",
    name: "Other",
    steps: [
      'Post JSON to the address above, one report or a list: {"type": "bounce", "email": "ada@example.com"}.',
      'The type is bounce, complaint or delivered. A bounce that will pass has "permanent": false.'
    ]
  }
]
