/** Words of the templates and blocks that an account saved. */

export const rename = "Rename"
export const deleteTemplate = "Delete"
export const deleteTitle = (name: string) => `Delete “${name}”?`
export const deleteText = "Mails that were made of it stay as they are. This can't be undone."
export const alsoIn = (languages: ReadonlyArray<string>) => `Also in ${languages.join(", ")}`
export const yours = "Saved by you"

// Saving
export const saveMail = "Save as template"
export const saveBlock = "Save block"
export const aboutMail =
  "New mails can begin with it, in all languages of this mail. Later changes of this mail do not change it."
export const aboutBlock = "It can be put into other mails. Later changes of this block do not change it."

// Saved blocks
export const savedBlocks = "Saved blocks"
export const insertSaved = "A saved block…"
export const insert = "Insert"
export const noBlocks = "No saved blocks yet"
export const whatBlocksAre =
  "Choose a block or columns in a mail, and save it with its tools. Then you can put it into every mail."
