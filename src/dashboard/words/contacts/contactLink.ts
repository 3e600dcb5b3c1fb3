/** Words of links to a contact; in a file of their own, since many pages load them. */
export const erased = "Erased"
