import type { Effect } from "effect"
import type { ApiResponse } from "../http.ts"

/** What a request needs to be there: an account, and a thing of it or a secret. */
export interface Prepared {
  readonly account: string
  readonly id: string
}

/** One request; `n` makes what it names new. */
export interface Request {
  /** The operation as its API has it, then what tells this request from others of it, in brackets. */
  readonly name: string
  readonly prepare?: (n: number) => Effect.Effect<Prepared>
  readonly ask: (n: number, prepared: Prepared) => Effect.Effect<ApiResponse>
  /** A statement before which the database goes away in every run, since something would be half there if it stood elsewhere. */
  readonly dies?: string
  /** It answers before what it does is done, which may be done twice or not at all then. */
  readonly answersFirst?: true
  readonly changesNothing?: true
}

/** The operation that a request is one of. */
export const operationOf = ({ name }: Pick<Request, "name">): string => name.split(" (")[0] ?? ""
