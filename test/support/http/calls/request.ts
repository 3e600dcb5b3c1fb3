import type { Effect } from "effect"
import type { ApiResponse } from "../http.ts"

/** The prerequisites of a request: an account, and the id of a record or a secret. */
export interface Prepared {
  readonly account: string
  readonly id: string
}

/** One request; `n` makes its names unique. */
export interface Request {
  /** The operation, and in brackets the variant. */
  readonly name: string
  readonly prepare?: (n: number) => Effect.Effect<Prepared>
  readonly ask: (n: number, prepared: Prepared) => Effect.Effect<ApiResponse>
  /** A statement before which every run drops the database, since a partial result is most likely there. */
  readonly dies?: string
  /** Responds before its work is done, which may then happen twice or not at all. */
  readonly answersFirst?: true
  readonly changesNothing?: true
  /** Responds with a file page by page, and ends early if a page after the first cannot be read. */
  readonly respondsInPages?: true
  /** The table that the outcome is recorded in after the commit. A 503 may come between; the repeated request records it, as one that changed nothing. */
  readonly recordedIn?: string
}

/** The operation of a request. */
export const operationOf = ({ name }: Pick<Request, "name">): string => name.split(" (")[0] ?? ""
