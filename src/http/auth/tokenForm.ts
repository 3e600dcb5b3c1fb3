/** The form of API tokens and access tokens. Other bearer tokens are rejected without a query. */
export const tokenForm = /^(?:service_[0-9a-f]{40}|access_[A-Za-z0-9_-]{43})$/

const accountForm = /^acc_[0-9a-z]{26}$/

/** The account id in `Service-Account-Id`: null without the header, "" (which is no account's id) if malformed. */
export const requestedAccount = (header: string | undefined): string | null =>
  header === undefined || accountForm.test(header) ? (header ?? null) : ""
