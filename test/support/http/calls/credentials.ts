import { Effect } from "effect"
import { send, newClientAddress } from "../http.ts"
import type { Desk } from "./desk.ts"
import type { Request } from "./request.ts"

/** Tokens, applications with their access tokens, integrations, and the rotation of hook addresses and secret. */
export const credentialCalls = ({ about, call, make, origin }: Desk): ReadonlyArray<Request> => {
  const scopes = ["orders_write"]
  const token = (account: string) => make(`/accounts/${account}/tokens`, { name: "Kept", scopes, expires_in: "30d" })
  const client = (account: string) =>
    Effect.map(call("POST", `/accounts/${account}/apps`, { name: "Client", scopes }), ({ json }) => ({
      id: String(json.data.id),
      form: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: json.data.client_id,
        client_secret: json.data.client_secret
      }).toString()
    }))
  const exchange = (form: string) =>
    send(`${origin}/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...newClientAddress() },
      body: form
    })
  const app = (account: string) => Effect.flatMap(client(account), ({ id, form }) => Effect.as(exchange(form), id))
  const integration = (account: string) =>
    make(`/accounts/${account}/integrations`, { store_name: "Kept", store_url: "https://kept.example" })
  const tokens = "/accounts/:account/tokens"
  const apps = "/accounts/:account/apps"
  const integrations = "/accounts/:account/integrations"
  const keys = "/accounts/:account/hooks/keys/:provider"
  const mailgun = "/accounts/:account/hooks/keys/mailgun"
  const key = "key-of-mailgun"
  const store = (n: number) => ({ store_name: `Store ${n}`, store_url: `https://store${n}.example` })
  return [
    about(`POST ${tokens}`, { body: (n) => ({ name: `Token ${n}`, scopes, expires_in: null }) }),
    about(`POST ${tokens}/:id/renew`, { thing: token }),
    about(`DELETE ${tokens}/:id`, { thing: token }),
    about(`POST ${apps}`, { body: (n) => ({ name: `App ${n}`, scopes }) }),
    about(`PATCH ${apps}/:id`, { thing: app, body: (n) => ({ name: `App ${n}`, scopes: ["events_write"] }) }),
    about(`DELETE ${apps}/:id`, { thing: app }),
    about(`POST ${apps}/:id/secret`, { thing: app }),
    about(`POST ${apps}/:id/revoke`, { thing: app }),
    {
      ...about("POST /oauth/token", { thing: (account) => Effect.map(client(account), ({ form }) => form) }),
      name: "POST /oauth/token",
      ask: (_, { id }) => exchange(id)
    },
    about(`POST ${integrations}`, { body: store }),
    about(`PATCH ${integrations}/:id`, { thing: integration, body: store }),
    about(`DELETE ${integrations}/:id`, { thing: integration }),
    about(`POST ${integrations}/:id/reveal`, { thing: integration }),
    about(`POST ${integrations}/:id/rotate`, { thing: integration }),
    about("POST /accounts/:account/hooks/rotate"),
    about("POST /accounts/:account/hooks/secret"),
    { ...about(`PUT ${mailgun}`, { body: () => ({ key }) }), name: `PUT /dashboard/api${keys}` },
    {
      ...about(`DELETE ${mailgun}`, {
        thing: (account) => Effect.as(call("PUT", mailgun.replace(":account", account), { key }), "")
      }),
      name: `DELETE /dashboard/api${keys}`
    }
  ]
}
