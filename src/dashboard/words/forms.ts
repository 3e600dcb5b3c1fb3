/** Words of the form pages. */

// List
export const forms = "Forms"
export const backToForms = "← Forms"
export const listSubtitle = "Sign-up forms for your site, with proof of every consent."
export const newForm = "New form"
export const form = "Form"
export const doubleOptIn = "Double opt-in"
export const on = "On"
export const off = "Off"
export const signUpsInMonth = "Sign-ups in 30 days"
export const confirmed = "Confirmed"
export const texts = "Texts that ask for a yes"
export const textsHint = "Anybody can enter a phone number in your forms, and each text costs you money"
export const textsPerHour = "Texts an hour"
export const textsPerHourHint = "Of all forms together. Further phones are not asked, and Home tells you"
export const textCountries = "Countries"
export const textCountriesHint =
  "Empty: your account's country alone. Premium-rate and satellite numbers are never texted"
export const saveTexts = "Save"
export const noFormsYet = "No forms yet"
export const exampleRow = ["Newsletter", on, "Today, 10:12", "128", "97"] as const
export const makeForm = "Create a form, then share its page or paste its snippet into your store."

// New form
export const createForm = "Create form"
/** The texts that a new form begins with. */
export const beginning = {
  name: "Newsletter",
  title: "Get our news by e-mail",
  wording: "Yes, send me news and offers. I can unsubscribe at any time.",
  button: "Sign up"
} as const

// Page of a form
export const saveForm = "Save form"
export const deleteForm = "Delete form"
export const deleteTitle = (name: string) => `Delete ${name}?`
export const deleteText = "Its page and snippet stop working. Contacts and the proof of their consent stay."
export const publish = "Publish"
export const hostedPageBefore = "Hosted page: "
export const openIt = "open it"
export const hostedPage = "hosted page"
export const snippetHint = "Snippet for your site. It needs no script"
export const snippet = "snippet"
export const signUpsOfMonth = "Sign-ups of the last 30 days"
export const signUps = "Sign-ups"
export const signedUp = (asked: number, confirmed: number) =>
  `${asked.toLocaleString()} signed up, ${confirmed.toLocaleString()} confirmed`
export const hiddenFieldFilled = (count: number) =>
  `${count === 1 ? "1 submission" : `${count.toLocaleString()} submissions`} with the hidden field filled in: robots, or browsers that fill in too much. They were asked to send the page again.`
export const textsUnsent = (count: number) =>
  `${count === 1 ? "1 phone was" : `${count.toLocaleString()} phones were`} not asked by text: more than your account allows an hour.`
export const wordings = "Wordings"
export const wordingsHint = "What people agreed to, version by version"
export const version = "Version"
export const wording = "Wording"
export const since = "Since"

// Builder
export const nameHint = "Only you see it"
export const heading = "Heading"
export const textBelowHeading = "Text below the heading"
export const consentWording = "Consent wording"
export const consentWordingHint = "What people agree to by ticking the box. Every version is kept as proof"
export const button = "Button"
export const textAfterSignUp = "Text after the sign-up"
export const doubleOptInHint = "Subscribes an e-mail address once its owner confirms by a link"
export const language = "Language"
export const languageHint = "Of the words that Tally adds"
export const languageOfBrowser = "The visitor's browser"
export const tags = "Tags"
export const tagsHint = "Added when a sign-up is confirmed. Press Enter after each"
export const couldntSave = "Couldn't save the form"
export const saved = "Saved."

// Fields of the builder
export const fields = "Fields"
export const firstName = "First name"
export const lastName = "Last name"
export const labelOf = (field: string) => `Label of ${field}`
export const required = "Required"
export const isRequired = (field: string) => `${field} is required`
export const customField = "Custom field"
export const customFieldHint = "Letters, digits, _ and -"
export const addField = "Add field"

// Messages that ask to confirm a sign-up
export const writeMail = "Write the confirmation e-mail yourself"
export const writeMailHint =
  "Otherwise it is in the language of the page. It asks people to confirm their address by a button"
export const mailSubject = "Subject of the confirmation e-mail"
export const mailText = "Text of the confirmation e-mail"
export const mailButton = "Button of the confirmation e-mail"
export const writeText = "Write the confirmation text yourself"
export const writeTextHint = "Otherwise it is in the language of the page. It asks people to answer YES"
export const confirmationText = "Confirmation text"
export const accountNameHint = "{{ account.name }} is the name of your business"

// Preview
export const preview = "Preview"
export const previewOfForm = "Preview of the form"
export const page = "Page"
export const confirmationMail = "Confirmation e-mail"
export const lastVersionShown = "The preview shows the last version without problems"
