import { Context, Effect, Latch, Layer } from "effect"

/** A contact that was written to. */
interface TouchedContact {
  readonly account_id: string
  readonly contact_id: string
}

/** Contacts kept until they are taken. Further ones are left to the rounds over all contacts. */
const capacity = 10_000

/** The contacts that this process wrote to, for the look at whether they entered segments. A process that ends loses them to the next round. */
export class TouchedContacts extends Context.Service<
  TouchedContacts,
  {
    readonly add: (contacts: ReadonlyArray<TouchedContact>) => Effect.Effect<void>
    /** Ends the next `wait` without a contact: a flow was activated. */
    readonly notify: Effect.Effect<void>
    /** Waits for the next contact or `notify`; those since the last wait count. */
    readonly wait: Effect.Effect<void>
    /** Takes the contacts, each once. */
    readonly take: Effect.Effect<ReadonlyArray<TouchedContact>>
  }
>()("tally/programs/flows/TouchedContacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.map(Latch.make(), (latch) => {
      const touched = new Map<string, TouchedContact>()
      return TouchedContacts.of({
        add: (contacts) =>
          Effect.suspend(() => {
            for (const { account_id, contact_id } of contacts) {
              if (touched.size < capacity) touched.set(`${account_id}|${contact_id}`, { account_id, contact_id })
            }
            return touched.size === 0 ? Effect.void : Effect.asVoid(latch.open)
          }),
        notify: Effect.asVoid(latch.open),
        wait: Effect.andThen(latch.await, Effect.asVoid(latch.close)),
        take: Effect.sync(() => {
          const taken = [...touched.values()]
          touched.clear()
          return taken
        })
      })
    })
  )
}
