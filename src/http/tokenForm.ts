/** What a bearer token looks like; anything else is none, and not looked up. */
export const tokenForm = /^(?:service_[0-9a-f]{40}|access_[A-Za-z0-9_-]{43})$/
