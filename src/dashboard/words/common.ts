/** Words that several subjects share. */
export const save = "Save"
export const cancel = "Cancel"
export const close = "Close"
export const create = "Create"
export const add = "Add"
export const edit = "Edit"
export const remove = "Remove"
export const deleting = "Delete"
export const copy = "Copy"
export const retry = "Try again"
export const back = "Back"
export const name = "Name"
export const status = "Status"
export const created = "Created"
export const updated = "Updated"
export const email = "E-mail"
export const sms = "SMS"
export const phone = "Phone"
export const contact = "Contact"
export const order = "Order"
export const time = "Time"
export const reason = "Reason"
export const cantBeUndone = "This can't be undone."
export const counting = "Counting…"
export const couldNotCount = "Couldn't count the contacts."
/** A call had no answer yet, whether the contacts are many or the service is away. */
export const notCountedYet = "Not counted yet; the service is asked again. Very many contacts take minutes."

/** A count with its noun: `1 contact`, `2 contacts`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`

/** A span of time as the API takes it. It also takes `1 days`. */
export const span = (duration: string): string => duration.replace(/^1 ([a-z]+)s$/, "1 $1")

// Copies
export const duplicate = "Duplicate"
export const copyOf = (name: string) => `Copy of ${name}`
