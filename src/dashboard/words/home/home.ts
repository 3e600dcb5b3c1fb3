/** Words of Home. */
import type { Attention } from "../../../domain/reports/Activity.ts"
import { counted } from "../common.ts"

// The page
export const home = "Home"
export const period = "Period"
export const currency = "Currency"
export const compare = "Compare with the previous period"
export const byDay = (timezone: string) => `By day in ${timezone}`
export const revenueByDay = (timezone: string) => `By day in ${timezone}, without refunds and voided orders`

// The change of a figure
export const noChange = "No change"
export const newFigure = "New"

// The first steps
export const firstSteps = "First steps"
export const stepsDone = (done: number, total: number) => `${done} of ${total} done`
export const doneBefore = "Done: "
export const connectShop = "Connect your store"
export const connectStoreAfter = ": its orders start your flows."
export const sendOrder = "See the first order. Its buyer becomes a contact with it."
export const openStores = "Connect a store"
export const setSender = "Set your sender"
export const setSenderAfter = " and a mail server, so that your e-mail goes out."
export const activateFlow = "Activate a flow"
export const activateFlowAfter = (paused: number) =>
  paused === 0
    ? "."
    : `. ${paused === 1 ? "1 ready flow is paused and sends" : `${paused} ready flows are paused and send`} nothing until then.`
export const firstMessageBefore = "See "
export const firstMessage = "your first message"
export const firstMessageAfter = ". It appears after the next order that triggers the flow."

// The call of the first order
export const tokenName = "First order"
export const createToken = "Create a token, show the call"
export const copyCall = "Copy this call and run it in a terminal. You won't see this token again."
export const firstOrderCall = "first order call"

// Problems that need attention
export const needsAttention = "Needs attention"
export const nothingNeedsAttention = "Nothing right now."
export const attention = ({ kind, count }: Attention): string => {
  switch (kind) {
    case "flow_stopped":
      return "stopped: the mail server refused its mail"
    case "runs_failed":
      return `${counted(count, "run")} failed`
    case "bounces":
      return `${counted(count, "e-mail")} bounced: more than 2 in 100`
    case "complaints":
      return `${counted(count, "e-mail was", "e-mails were")} marked as spam: more than 1 in 1,000`
    case "texts_unsent":
      return `Forms didn't ask ${counted(count, "phone")} by text: more than the account allows an hour`
    case "orders_taken":
      return "An order of one store replaced that of another with the same number: see the connected stores"
    case "coupon_low":
      return `${counted(count, "code")} left, a tenth or less: add codes before messages wait for them`
    case "coupon_empty":
      return "no codes left: messages with this coupon wait until codes are added"
  }
}

// The flows with most revenue
export const topFlows = "Top flows"
export const flow = "Flow"
export const sent = "Sent"
export const clicked = "Clicked"
export const revenue = "Revenue"
export const noMessages = "No messages in this period"
export const activateFlowBefore = "Activate a flow: its messages and what they earn appear here. "
export const goToFlows = "Go to Flows"
