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
}

/** The operation of a request. */
export const operationOf = ({ name }: Pick<Request, "name">): string => name.split(" (")[0] ?? ""
