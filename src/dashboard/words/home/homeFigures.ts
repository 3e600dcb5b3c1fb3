/** Words of the figures of Home. The report of a flow loads them with the figures, so they lie apart from the page's words. */

export const attributedRevenue = "Attributed revenue"
export const revenue = "Revenue"
export const newSubscribers = "New subscribers"
export const deliveryRate = "Delivery rate"
export const nothingSent = "Nothing sent yet"
export const captured = (count: string) => `${count} not sent (no mail server)`
export const sentAndSpam = (sent: string, spam: string) => `${sent} sent, ${spam} marked as spam`
export const notReported = (sent: string) => `${sent}. Unknown: no provider reports deliveries`
