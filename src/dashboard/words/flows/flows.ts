/** Words of the list of flows and of the dialog for a new one. */

// The list
export const flows = "Flows"
export const flowsSubtitle = "Automated messages, sent when something happens: an order, an event, a new subscriber."
export const flow = "Flow"
export const startsWhen = "Starts when"
export const inProgress = "In progress"
export const ended = "Ended"
export const sent = "Sent"
export const notSent = (count: string) => `(${count} not sent)`
export const actions = "Actions"
export const pause = "Pause"
export const activate = "Activate"
export const noFlowsYet = "No flows yet"
export const aboutFlows =
  "A flow sends messages when its trigger happens, such as an order or a new subscriber. Begin with a template: a welcome, a thank you, a review request or a win-back."

// The dialog for a new flow
export const newFlow = "New flow"
export const blankFlow = "Blank flow"
export const blankFlowDescription = "Starts when an order is delivered. It has no messages yet."

// Why a flow was not activated
export const senderIncomplete = "Complete your sender first"
export const senderNeeded = "Marketing e-mail needs a complete sender."
