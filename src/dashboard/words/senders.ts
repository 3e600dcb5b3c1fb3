/** Words of further senders: their settings, and the choice of one for a mail. */

// The settings
export const senders = "Senders"
export const sendersExplained =
  "Other names and addresses that e-mail can come from, beside your sender. Choose one in a campaign or in an e-mail of a flow."
export const sender = "Sender"
export const replies = "Replies go to"
export const state = "State"
export const actions = "Actions"
export const fromSender = "The sender e-mail"
export const noSendersYet = "No other senders yet"
export const whatSenderIs =
  "Add one to write to some people from another name or address, for example “Wholesale” or “Support”. Without it, all e-mail comes from your sender."
export const sampleName = "Tea for offices"
export const sampleAddress = "offices@yourstore.com"
export const sampleState = "Sends"
export const states = {
  sending: "Sends",
  captured: "No mail server",
  none: "Can't send",
  unproven: "Domain not proven"
} as const
export const ownDomainNeeded = "Free mail address"

// One sender
export const newSender = "New sender"
export const edit = "Edit"
export const editTitle = (name: string) => `Edit ${name}`
export const nameExplained = "Recipients see it in their inbox"
export const shared =
  "Postal address, logo, colour and mail server are those of your sender. The domain needs its own DNS records."
export const domainOf = (name: string) => `Domain of ${name}`
export const domain = "Domain and test"
export const deleteTitle = (name: string) => `Delete ${name}?`
export const deleteText = "E-mail that was sent stays as it is."

// The choice of a sender
export const senderOfMail = "From"
export const senderHint = "Who this e-mail comes from."
export const own = (name: string) => (name === "" ? "Your sender" : `${name} (your sender)`)
export const named = (name: string, address: string) => `${name} <${address}>`
export const gone = "A sender that was deleted"
export const comesFrom = "Comes from"
export const noAddressYet = "no address yet"
