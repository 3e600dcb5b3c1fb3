import { Context } from "effect"

/**
 * How long the database may take, in milliseconds: a session on a server for each of the first four, and `work` for what one caller asks in
 * all, on either database. Tests wait longer: they share the machine.
 */
export const SessionTimeouts = Context.Reference("tally/store/database/SessionTimeouts", {
  defaultValue: () => ({ connect: 2_000, statement: 3_000, lock: 2_000, idleInTransaction: 5_000, work: 4_000 })
})
