/** Words of the frame around every page. */
export const product = "Tally"
export const productLetter = "T"

// Header
export const skipToContent = "Skip to content"
export const menu = "Menu"
export const toLightColours = "Use light colours"
export const toDarkColours = "Use dark colours"

// Navigation
export const navigation = "Main"
export const home = "Home"
export const contacts = "Contacts"
export const orders = "Orders"
export const carts = "Carts"
export const products = "Products"
export const coupons = "Coupons"
export const media = "Media"
export const flows = "Flows"
export const segments = "Segments"
export const campaigns = "Campaigns"
export const messages = "Messages"
export const events = "Events"
export const forms = "Forms"
export const imports = "Imports"
export const changes = "Bulk changes"
export const settings = "Settings"

// Banner of an account whose e-mail does not go out, by the status of its sending
export const notSending = {
  captured: {
    title: "Not sending: no mail server set",
    text: "E-mails are kept in Messages, and nobody receives them."
  },
  unproven: {
    title: "Not sending: your domain is not proven",
    text: "E-mails wait until the DNS record of your sender's domain is found. Test e-mails to yourself go out."
  },
  none: {
    title: "Not sending: no sender e-mail set",
    text: "E-mails are skipped until this account has an address to send from."
  }
} as const

// Address without a page
export const pageNotFound = "Page not found"
export const goHome = "Go to Home"
