/** The facts that decide whether a password is accepted with the link of an invitation. */
export interface AcceptanceFacts {
  /** The user that has the invited address, if any. */
  readonly user:
    | {
        /** Acts for some account already, or is the operator. */
        readonly active: boolean
        /** The password in force was set by a link that reached the address, or that the operator handed out. */
        readonly proven: boolean
      }
    | undefined
  /** The link reached the address, or the operator made it. */
  readonly linkProves: boolean
  /** The password given is the one in force. */
  readonly matches: boolean
  /** Another password was given to replace it. */
  readonly replaces: boolean
}

/**
 * What an invitation does to the password when its link is used.
 * `set`: the password given becomes the one in force, and all sessions end. `replace`: the new one given does.
 * `keep`: nothing changes. `choose`: refused until another password is chosen. `wrong`: refused as a wrong password.
 */
export type Acceptance = "set" | "replace" | "keep" | "choose" | "wrong"

/**
 * An old user row is trusted only while its address is proven: otherwise whoever set its password, in whatever account, would get
 * the new grant too. A link that was shown to the owner of one account never sets the password of somebody who acts for another.
 */
export const decideAcceptance = ({ user, linkProves, matches, replaces }: AcceptanceFacts): Acceptance => {
  if (user === undefined) return "set"
  if (!matches) return linkProves || !user.active ? "set" : "wrong"
  if (user.proven) return user.active ? "keep" : "set"
  return replaces ? "replace" : "choose"
}
