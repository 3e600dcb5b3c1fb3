/** Words about the connection to the server, and of the toast of a failed action. */
export const connection = "Connection"
export const cantReach = "Can't reach Tally. Retrying…"
export const didntWork = "That didn't work"
