/** Words of the link to the sending settings, which many pages show. */

export const sendingSettings = "Settings → Sending"
export const sendersSettings = "Settings → Senders"
