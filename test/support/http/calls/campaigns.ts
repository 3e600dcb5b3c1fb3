import { Effect } from "effect"
import type { Desk } from "./desk.ts"
import type { Request } from "./request.ts"

const audience = { all: true, include: [], exclude: [] }

/** The body of a campaign that can be scheduled once the account has a sender and a recipient. */
export const campaignBody = (n: number) => ({
  name: `Campaign ${n}`,
  channel: "sms",
  variants: [{ text: "Hello" }],
  audience,
  send_at: "2099-01-01T09:00"
})

/** A contact that a campaign of `campaignBody` goes to. */
const campaignContact = { phone: "+12025550123", sms_consent: "single_opt_in" }

/** The actions on campaigns, with those that come before each. */
const campaignActions = [
  ["schedule", []],
  ["unschedule", ["schedule"]],
  ["pause", ["schedule"]],
  ["resume", ["schedule", "pause"]],
  ["cancel", ["schedule"]]
] as const

/** Campaigns, but for their reads. */
export const campaignCalls = ({ about, call, make }: Desk): ReadonlyArray<Request> => {
  const path = "/accounts/:account/campaigns"
  const campaign = (account: string, n: number) => make(`/accounts/${account}/campaigns`, campaignBody(n))
  const after = (actions: ReadonlyArray<string>) => (account: string, n: number) =>
    Effect.gen(function* () {
      yield* make(`/accounts/${account}/contacts`, campaignContact)
      const id = yield* campaign(account, n)
      for (const action of actions) yield* call("POST", `/accounts/${account}/campaigns/${id}/${action}`)
      return id
    })
  return [
    about(`POST ${path}`, { body: campaignBody }),
    about(`POST ${path}/audience`, { body: () => ({ channel: "sms", audience }) }),
    {
      ...about(`POST ${path}/backtest`, {
        body: () => ({ draft: { channel: "sms", audience }, at: "2020-01-01T00:00:00Z" })
      }),
      changesNothing: true
    },
    about(`PATCH ${path}/:id`, { thing: campaign, body: (n) => ({ name: `Changed ${n}` }) }),
    { ...about(`POST ${path}/:id/review`, { thing: campaign }), changesNothing: true },
    { ...about(`POST ${path}/:id/check-links`, { thing: campaign }), changesNothing: true },
    ...campaignActions.map(([action, before]) => about(`POST ${path}/:id/${action}`, { thing: after(before) })),
    about(`DELETE ${path}/:id`, { thing: campaign })
  ]
}
