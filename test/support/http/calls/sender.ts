import { Effect } from "effect"
import { operator } from "../../browser/dashboard.ts"
import { seedSender } from "../../database/seed.ts"
import { send } from "../http.ts"
import type { Desk } from "./desk.ts"
import type { Request } from "./request.ts"

/** The sender of an account: profile, signing key, test mail. */
export const senderCalls = ({ about, call, origin, seeded }: Desk): ReadonlyArray<Request> => {
  const sender = {
    from_name: "Tea",
    from_email: "tea@shop.example",
    postal_address: "1 High Street, York",
    smtp_url: "smtps://ada:secret@smtp.example:465",
    sms_part_price: { amount: 0.0725, currency: "EUR" }
  }
  const addressed = (account: string) =>
    Effect.as(call("PUT", `/accounts/${account}/sender`, { from_email: "tea@shop.example" }), "")
  const proven = (account: string) => Effect.as(seeded(seedSender(account)), "")
  const trackingHost = (account: string) => `links.${account.replace("_", "-").toLowerCase()}.example`
  const tracked = (account: string) =>
    Effect.as(call("PUT", `/accounts/${account}/sender`, { tracking_domain: trackingHost(account) }), "")
  return [
    about("PUT /accounts/:account/sender", { body: () => sender }),
    about("POST /accounts/:account/sender/dkim", { thing: addressed }),
    about("DELETE /accounts/:account/sender/dkim", { thing: addressed }),
    about("POST /accounts/:account/sender/check", { thing: addressed }),
    about("POST /accounts/:account/sender/tracking_domain/check", { thing: tracked }),
    {
      ...about("POST /accounts/:account/sender/tracking_domain/check", { thing: tracked }),
      name: "GET /tracking/ask",
      ask: (_, { account }) => send(`${origin}/tracking/ask?domain=${trackingHost(account)}`),
      changesNothing: true
    },
    about("POST /accounts/:account/sender/test", { thing: proven, body: () => ({ to: operator.email }) })
  ]
}
