/** Words of the preview of a message. */

// The contact, and their order, event or cart, or a product
export const previewWithContact = "Preview with contact"
export const searchContacts = "E-mail, name or phone"
export const noMatchingContacts = "No matching contacts"
export const event = "Event"
export const orderChoice = (id: string, amount: string, time: string) => `Order ${id}, ${amount}, ${time}`
export const cart = "Cart"
export const cartChoice = (amount: string, time: string) => `${amount}, ${time}`
export const product = "Product"
export const noCauseYet = "None yet: its fields are empty"
export const contactNeeded = "The preview needs a contact, and there is none yet."

// The message
export const cannotRender = "Can't render the message"
export const unsentTitles = {
  skipped: "Would be skipped now",
  held: "Would be held now",
  failed: "The template fails"
} as const
export const heldUntil = (time: string) => `Held until ${time}`
export const sentTo = (recipient: string | null) => `To ${recipient ?? "no address"}`

// Sending it to oneself
export const sendTo = "Send the test to"
export const sendMeThis = "Send me this mail"
export const previewSent = "Sent. Look in that inbox, and in its spam folder."
export const previewCaptured = "Not sent: no mail server is set."
