/** Words of the contact pages. */
import type { BulkAction } from "../../../domain/contacts/BulkAction.ts"
import { counted } from "../common.ts"

// In several places
export const firstName = "First name"
export const lastName = "Last name"
export const tags = "Tags"
export const customFields = "Custom fields"
export const emailConsent = "E-mail consent"
export const smsConsent = "SMS consent"
export const orders = "Orders"
export const lastOrder = "Last order"
export const timeline = "Timeline"
export const emailNameOrPhone = "E-mail, name or phone"
export const noMatchingContacts = "No matching contacts"

// List of contacts
export const contacts = "Contacts"
export const newContact = "New contact"
export const search = "Search"
export const anyConsent = "Any"
export const added = "Added"
export const tryPart = "Try a part of the e-mail, name or phone."
export const selectContact = (name: string) => `Select ${name}`
export const clearSelection = "Clear selection"

// Conditions of the list
export const moreFilters = "More filters"
export const conditions = "Conditions"
export const conditionsSubtitle = "Fields, orders, events, messages and views, as in a segment."
export const contactsThatMatch = "Contacts that match"
export const showContacts = "Show contacts"
export const saveAsSegment = "Save as segment"
export const removeConditions = "Remove conditions"
export const loosenConditions = "Loosen a condition."

// An empty list
export const noContactsYet = "No contacts yet"
export const howContactsAppear = "They appear with the first order of your store, or through an import."
export const importContacts = "Import contacts"
export const sampleName = "Ada Lovelace"
export const sampleOrders = "3 orders"

// Menu of actions on all contacts of a filter
export const actionsFor = (count: string) => `Actions for ${count}`
export const bulkActions: Readonly<Record<BulkAction["action"], string>> = {
  add_tag: "Add tag…",
  remove_tag: "Remove tag…",
  unsubscribe_email: "Unsubscribe from e-mail…",
  unsubscribe_sms: "Unsubscribe from SMS…",
  delete: "Delete…"
}
export const exportCsv = "Export (CSV)"

// Dialog of such an action
/** `atLeast` tells that there may be more than `count`. */
export const countedContacts = (count: number, atLeast: boolean) =>
  atLeast ? `${count.toLocaleString()} or more contacts` : counted(count, "contact")
const undoLater = "You can undo this for 30 days, under Bulk changes."
/** The question of each action; `counted` is a count with its noun. */
export const bulkQuestions = (
  counted: string
): Readonly<
  Record<BulkAction["action"], { readonly title: string; readonly submit: string; readonly text: string }>
> => ({
  add_tag: {
    title: `Add a tag to ${counted}?`,
    submit: "Add tag",
    text: `Contacts that have the tag keep it. ${undoLater}`
  },
  remove_tag: { title: `Remove a tag from ${counted}?`, submit: "Remove tag", text: `Other tags stay. ${undoLater}` },
  unsubscribe_email: {
    title: `Unsubscribe ${counted} from e-mail?`,
    submit: "Unsubscribe",
    text: `Subscribed contacts get no marketing e-mail until they subscribe again. The others stay as they are. ${undoLater}`
  },
  unsubscribe_sms: {
    title: `Unsubscribe ${counted} from SMS?`,
    submit: "Unsubscribe",
    text: `Subscribed contacts get no marketing texts until they subscribe again. The others stay as they are. ${undoLater}`
  },
  delete: {
    title: `Delete ${counted}?`,
    submit: "Delete",
    text: "Names, addresses, custom fields, notes and event data are erased, also from orders. This can't be undone."
  }
})
export const tag = "Tag"
export const typeToConfirm = (count: string) => `Type ${count} to confirm`
export const progress = "Progress"
export const bulkProgress = (processed: number, changed: number, action: BulkAction["action"]) => {
  const outcome = action === "delete" ? "deleted" : "changed"
  return `${counted(processed, "contact")} checked, ${changed.toLocaleString()} ${outcome}`
}
export const bulkDone = (outcome: string) => `Done: ${outcome}`
export const noContactMatches = "No contact matches any more."
export const stop = "Stop"
export const resume = "Continue"

// Page of a contact
export const backToContacts = "← Contacts"
export const unsubscribe = "Unsubscribe"
export const unsubscribeTitle = (name: string) => `Unsubscribe ${name} from e-mail?`
export const unsubscribeText = "This contact gets no marketing e-mail until they subscribe again."
export const exportData = "Export data"
export const showKeptData = "Data to print"
export const deleteTitle = (name: string) => `Delete ${name}?`
const ordersAfterDeletion = (count: number) =>
  count === 0
    ? "."
    : count === 1
      ? ", also from the order of this contact. The order stays, without personal data."
      : `, also from the ${count.toLocaleString()} orders of this contact. The orders stay, without personal data.`
export const deleteText = (orderCount: number) =>
  `Name, addresses, custom fields and event data are erased at once${ordersAfterDeletion(orderCount)} We keep an anonymous record so that an unsubscribed address stays unsubscribed. This can't be undone.`
export const consent = "Consent"
export const segments = "Segments"

// Details
export const spent = "Spent"
export const averageOrder = "Average order"
export const firstOrder = "First order"

// Notes
export const notes = "Notes"
export const newNote = "New note"
export const onlyTeamSeesNotes = "Only your team sees notes"
export const addNote = "Add note"
export const deleteNoteTitle = "Delete this note?"
export const deleteNoteText = "The note is gone for everyone in your team."

// Form of a contact
export const editContact = "Edit contact"
export const keepConsent = (state: string) => `Keep: ${state}`
export const howTheyAgreed = "How did they agree again?"
export const howTheyAgreedDescription =
  "This contact was unsubscribed or suppressed. The consent ledger keeps your answer, and that you gave it."

// Custom fields in a form
export const fieldName = "Field name"
export const fieldNamePlaceholder = "Name"
export const fieldValue = (name: string) => (name === "" ? "Field value" : `Value of ${name}`)
export const fieldValuePlaceholder = "Value"
export const removeField = (name: string) => (name === "" ? "Remove field" : `Remove ${name}`)
export const addField = "Add field"
export const longNumbersByApi = "Custom fields with numbers of more than 15 digits can only be changed through the API."

// Merging
export const merge = "Merge"
export const mergeTitle = (name: string) => `Merge another contact into ${name}?`
export const contactToMerge = "Contact to merge"
export const mergeTwoOfOnePerson = "For two contacts of one person:"
export const mergeMoves = (name: string) => `Orders, events, messages, notes and consent history move to ${name}.`
export const mergeFills = (name: string) => `Address, name, tags and custom fields fill what ${name} lacks.`
export const mergeConsent = "The stricter consent of both holds."
export const mergeRemoves = "The merged contact is removed. This can't be undone."

// Compliance suppression
export const suppress = "Suppress"
export const suppressTitle = (name: string) => `Suppress ${name} for compliance?`
export const suppressText =
  "This contact gets no e-mail. Orders, imports and API calls can't change that; only lifting the suppression here does."
export const keptInLedger = "Kept in the consent ledger"
export const liftSuppression = "Lift suppression"
export const liftTitle = (name: string) => `Lift the compliance suppression of ${name}?`
export const liftText = "The consent from before the suppression applies again."

// Consent ledger
export const currentConsent = "Current consent"
export const emailSince = "E-mail since"
export const smsSince = "SMS since"
export const leftTopics = "Topics left"
export const ofTopic = (topic: string) => `Topic ${topic}`
export const marketingPausedUntil = "Marketing paused until"
export const consentLedger = "Consent ledger"
export const consentLedgerSubtitle = "Every change and every refused change. Entries are never edited."
export const channel = "Channel"
export const change = "Change"
export const refusedStill = "Refused, still "
export const ruleWithReason = (rule: string, reason: string) => `${rule}: “${reason}”`
export const changedBy = "Changed by"
export const source = "Source"
export const noChangesYet = "No changes yet"
export const whatLedgerLists = "Every change and every refused change of consent is listed here."

// Evidence of an entry of the ledger
export const details = "Details"
export const detailsOf = (channelText: string, time: string) => `Details of ${channelText}, ${time}`
export const consentOn = (channelText: string) => `${channelText} consent`
export const givenReason = "Reason given"
export const proofWording = (version: number | undefined) =>
  version === undefined ? "Wording" : `Wording (version ${version})`
export const proofPage = "Page"
export const proofNetwork = "Network"
export const proofConfirmed = "Confirmed"
export const proofConfirmedNetwork = "Confirmed from network"
export const proofSource = "Source of the consent"
export const tookEffect = "Took effect"
export const proofBrowser = "Browser"

// Who changed a consent
export const formerUser = "A former user"
export const apiToken = "An API token"
export const connectedStore = "A connected store"
export const theContact = "The contact"
export const theProvider = "The provider"

// Timeline
export const noActivityYet = "No activity yet"
export const whatAppearsInTimeline = "Orders, events, messages and consent changes appear here."
export const showOlder = "Show older"
export const placedBefore = "Placed "
export const placedOrder = (id: string) => `order ${id}`
export const items = (count: number) => counted(count, "item")
export const eventBefore = "Event "
export const viewed = (product: string) => `Looked at ${product}`
export const consentStays = (channelText: string) => `${channelText} consent stays `
export const consentChanges = (channelText: string) => `${channelText} consent: `
export const enteredBefore = "Entered "
export const trigger = (cause: string) => `Trigger: ${cause}`
export const fromFlow = (flowName: string) => `From ${flowName}`
export const clickedBefore = "Clicked "
export const emailBefore = "E-mail "
