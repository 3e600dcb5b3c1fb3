/** Words of the mail providers that report to the account: what to click at each, and what it calls the key that checks its reports. */

export const amazonSes = {
  name: "Amazon SES",
  steps: [
    "In Amazon SNS, create a standard topic in the region of your SES account.",
    "Create a subscription of the topic: protocol HTTPS, the address above, raw message delivery off. It is confirmed by itself.",
    "In Amazon SES, open your identity → Notifications → Feedback notifications, and choose the topic for bounces, complaints and deliveries. Include the original headers."
  ]
}

export const sendGrid = {
  name: "SendGrid",
  steps: [
    "Open Settings → Mail Settings → Event Webhooks → Create new webhook.",
    "Enter the address above as the Post URL, and choose Delivered, Bounced, Dropped and Spam Reports.",
    "Turn on Signed Event Webhook and save. Copy the verification key and paste it here."
  ]
}
export const sendGridKey = {
  label: "Verification key",
  where: "Signed Event Webhook",
  removeTitle: "Remove the verification key?"
}

export const mailgun = {
  name: "Mailgun",
  steps: [
    "Open Send → Sending → Webhooks and choose your domain.",
    "Add the address above for Delivered Messages, Permanent Failure, Temporary Failure and Spam Complaints.",
    "Copy the HTTP webhook signing key from API Security and paste it here."
  ]
}
export const mailgunKey = {
  label: "HTTP webhook signing key",
  where: "API Security",
  removeTitle: "Remove the HTTP webhook signing key?"
}

export const postmark = {
  name: "Postmark",
  steps: [
    "Open your server → your message stream → Webhooks → Add webhook.",
    "Enter the address above, and choose Delivery, Bounce and Spam Complaint."
  ]
}

export const brevo = {
  name: "Brevo",
  steps: [
    "Open Settings → Webhooks, and add a webhook for transactional e-mail.",
    "Enter the address above, and choose Delivered, Soft bounce, Hard bounce, Invalid email, Blocked, Error and Complaint."
  ]
}

export const resend = {
  name: "Resend",
  steps: [
    "Open Webhooks → Add Webhook.",
    "Enter the address above, and choose email.delivered, email.bounced, email.complained and email.failed.",
    "Copy the signing secret of the webhook and paste it here."
  ]
}
export const resendKey = {
  label: "Signing secret",
  where: "the webhook's page",
  removeTitle: "Remove the signing secret?"
}

export const otherProvider = {
  name: "Other",
  steps: [
    'Post JSON to the address above, one report or a list: {"type": "bounce", "email": "ada@example.com"}.',
    'The type is bounce, complaint or delivered. A bounce that will pass has "permanent": false.'
  ]
}
