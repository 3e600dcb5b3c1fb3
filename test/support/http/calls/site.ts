import type { Desk } from "./desk.ts"
import type { Request } from "./request.ts"

/** The site of an account. */
export const siteCalls = ({ about }: Desk): ReadonlyArray<Request> => [
  about("PUT /accounts/:account/site", {
    body: () => ({ origins: ["https://shop.example"], consent_elsewhere: false })
  })
]
