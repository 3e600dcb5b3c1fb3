/** The facts that decide how an invitation's link treats the password that is given with it. */
export interface AcceptanceFacts {
  /** The user with the invited address, if there is one. */
  readonly user:
    | {
        /** The user acts for an account, or is the operator. */
        readonly active: boolean
        /** The current password was set through a link that reached the address, or that the operator handed out. */
        readonly proven: boolean
      }
    | undefined
  /** The link was mailed to the address, or the operator made it. */
  readonly linkProves: boolean
  /** The given password is the current one. */
  readonly passwordMatches: boolean
  /** A different new password was given as well. */
  readonly newPasswordGiven: boolean
}

/**
 * `set`: store the given password and end all sessions. `replace`: the same with the new password. `keep`: change nothing.
 * `choose`: reject until a new password is given. `wrong`: reject as a wrong password.
 */
export type Acceptance = "set" | "replace" | "keep" | "choose" | "wrong"

/**
 * An existing user is trusted only if the address is proven: otherwise a stranger could register a victim's address, set its
 * password, and gain the access that the victim is later invited to. A link that was shown to an account's owner never sets the
 * password of a user who acts for another account.
 */
export const decideAcceptance = ({
  user,
  linkProves,
  passwordMatches,
  newPasswordGiven
}: AcceptanceFacts): Acceptance => {
  if (user === undefined) return "set"
  if (!passwordMatches) return linkProves || !user.active ? "set" : "wrong"
  if (user.proven) return user.active ? "keep" : "set"
  return newPasswordGiven ? "replace" : "choose"
}
