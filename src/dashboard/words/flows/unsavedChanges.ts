/** Words of the question before a page with unsaved changes is left. */

export const leaveTitle = "Leave without saving?"
export const notSaved = "Your changes are not saved."
export const stay = "Stay"
export const leave = "Leave"
