import type { Links } from "./Links.ts"

type Nonce = string | null

const partsOf = (account_id: string, nonce: Nonce) => (nonce === null ? [account_id] : [account_id, nonce])

/** Where providers report to an account (contract §12). Each address is a secret, and another once the nonce is. */
export const hookAddresses = (links: Links["Service"], account_id: string, nonce: Nonce) => ({
  sms_url: links.sign("sms", partsOf(account_id, nonce)),
  email_url: links.sign("email", partsOf(account_id, nonce))
})

/** The account that the token of a hook address was made for, and with which nonce; undefined for anything else. */
export const openHookAddress = (links: Links["Service"], kind: "sms" | "email", token: string) => {
  const [account_id, nonce = null, ...rest] = links.open(kind, token) ?? []
  return account_id === undefined || rest.length > 0 ? undefined : { account_id, nonce }
}
