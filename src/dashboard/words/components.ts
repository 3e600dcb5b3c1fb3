/** Words of the components that all pages share. */
export const documentTitle = (title: string) => `${title} · Tally`

// Feedback
export const loading = "Loading"
export const exampleRow = "Example row"

// A draft that was kept
export const draftKept = "Your unsaved changes are still here"
export const discardDraft = "Discard them"

// A text that is shown in part
export const showAll = "Show all"

// Dialogs
export const keep = "Keep"
export const done = "Done"

// Tables
export const exportCsv = "Export CSV"
/** The size of a list. Lists are counted up to 10,000. */
export const total = (count: number) => (count === 10_000 ? "10,000 or more total" : `${count.toLocaleString()} total`)
export const selectPage = "Select all on this page"
export const firstPage = "First page"
export const previousPage = "Previous"
export const nextPage = "Next"

// Charts
export const day = "Day"
export const previousPeriod = "Previous period"

// Texts to copy
export const copied = "Copied"
export const copyNamed = (name: string) => `Copy ${name}`
export const copyNow = (name: string) => `Copy your ${name} now`
export const notShownAgain = "You won't see this again."

// The notice of a refused mail
export const mailRefused = "Mail was refused"
export const showMessage = "Show the message"

// Messages that were sent
export const sentCount = (sent: number, captured: number) =>
  captured > 0 ? `${sent.toLocaleString()} (${captured.toLocaleString()} not sent)` : sent.toLocaleString()
