/** Words of the flows that an order or event triggered. */

export const notStarted = "not started"
export const started = (time: string, cause: string) => `Started ${time}, trigger: ${cause}`
