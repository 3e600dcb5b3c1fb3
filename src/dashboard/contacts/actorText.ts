import * as words from "../words/contacts/contacts.ts"

interface Member {
  readonly id: string
  readonly email: string
}

const kinds: ReadonlyArray<readonly [prefix: string, text: string]> = [
  ["usr_", words.formerUser],
  ["tok_", words.apiToken],
  ["int_", words.connectedStore]
]

/** The actor of an entry of the consent ledger, in words: a member by e-mail. Ids of unknown kinds stay as they are. */
export const actorText = (actor: string, members: ReadonlyArray<Member> = []): string => {
  if (actor === "contact") return words.theContact
  if (actor === "provider") return words.theProvider
  const member = members.find(({ id }) => id === actor)
  return member?.email ?? kinds.find(([prefix]) => actor.startsWith(prefix))?.[1] ?? actor
}
