/** Words of the button that opens the find dialog, which every page loads. */

export const find = "Find"
export const appleKeys = "⌘K"
export const otherKeys = "Ctrl K"
