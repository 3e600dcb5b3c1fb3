/** A host name of at least two labels, the last of which is no number. */
const fullName = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i

/** Whether a text is such a name. */
export const isFullName = (text: string): boolean => fullName.test(text)

/**
 * The name by which the service greets a mail server (RFC 5321 §4.1.1.1): the host of `PUBLIC_URL` if it is a full name, else the
 * sender's domain. Spam filters distrust addresses and names without a dot. Pure.
 */
export const heloName = (publicHost: string, senderDomain: string): string =>
  isFullName(publicHost) ? publicHost : senderDomain
