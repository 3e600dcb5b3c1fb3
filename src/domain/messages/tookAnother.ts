/** That a mail server took or refused a recipient, and when, in milliseconds. */
export interface RecipientReply {
  readonly contact_id: string
  readonly at: number
}

/**
 * Whether a server took another recipient than the one refused now, since it last refused with the same words (contract §12). `taken`:
 * the recipient that it took last. `refused`: its last refusal with these words. Pure.
 */
export const tookAnother = (
  contact_id: string,
  taken: RecipientReply | undefined,
  refused: Pick<RecipientReply, "at"> | undefined
): boolean => taken !== undefined && taken.contact_id !== contact_id && (refused === undefined || taken.at > refused.at)
