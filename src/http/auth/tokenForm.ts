/** What a bearer token looks like; anything else is none, and not looked up. */
export const tokenForm = /^(?:service_[0-9a-f]{40}|access_[A-Za-z0-9_-]{43})$/

const accountForm = /^acc_[0-9a-z]{26}$/

/** The account that `Service-Account-Id` names: null without one, "" (which no account has) for what can't be an id. */
export const wantedAccount = (header: string | undefined): string | null =>
  header === undefined || accountForm.test(header) ? (header ?? null) : ""
