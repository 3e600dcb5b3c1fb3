/** Words of the pages of messages and webhook deliveries. */

// The page of all messages
export const messages = "Messages"
export const messagesExplained = "Every message from your flows and campaigns, including skipped ones and why."
export const webhookDeliveries = "Webhook deliveries"

// The table of messages
export const ofOneCampaign = "Messages of one campaign."
export const showAll = "Show all messages"
export const anyStatus = "Any"
export const message = "Message"
export const revenue = "Revenue"
export const shownProducts = "Products shown"
export const noMessages = "No messages"
export const noMessagesExplained = "Messages from your flows and campaigns appear here, including skipped ones and why."
export const sampleTitle = "Thank you for your order"
export const sampleContact = "ada@example.com"
export const activateFlow = "Activate a flow"

// The webhook deliveries
export const url = "URL"
export const attempts = "Attempts"
export const actions = "Actions"
export const deliverAgain = "Deliver again"
export const noDeliveries = "No deliveries"
export const sampleUrl = "https://crm.example.com/orders"
export const sampleTime = "Today, 10:12"
export const openFlows = "Go to Flows"
export const noDeliveriesExplained = "One appears here each time a flow calls a webhook."

// The page of a message
export const textMessage = "Text message"
export const backToMessages = "← Messages"
export const details = "Details"
export const sentTo = "Sent to"
export const flow = "Flow"
export const type = "Type"
export const transactional = "Transactional"
export const marketing = "Marketing"
export const sent = "Sent"
export const clicked = "Clicked"
export const content = "Content"
export const contentIsTemplate = "The template. A message is rendered when it is sent."
export const contentAsSent = "As sent."
export const contentErased = "Erased with the contact."

// The timeline of a message
export const timeline = "Timeline"
export const timelineOfMessage = "Timeline of the message"
export const timelineTitles: Readonly<Record<string, string>> = {
  queued: "Queued",
  sent: "Sent",
  captured: "Not sent (no mail server)",
  delivered: "Delivered",
  soft_bounced: "Soft bounce",
  bounced: "Bounced: the address does not work",
  refused: "Refused",
  complained: "Marked as spam"
}
export const clickedByMachine = "Clicked by a machine, not counted"
export const clickedByPerson = "Clicked by a person"
export const serverAnswered = (answer: string) => `The server answered ${answer}`
