import type { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { Authorization } from "../../api/Authorization.ts"
import type { AccountAccess, SameOrigin, SignedIn } from "../../api/dashboard/Access.ts"
import type { SchemaErrors } from "../../api/SchemaErrors.ts"

/** An endpoint as both mounts have it: any path, and the middleware of either. */
type Mounted<Endpoint extends HttpApiEndpoint.Constraint> = Pick<
  Endpoint,
  Exclude<keyof HttpApiEndpoint.Constraint, "~Request" | "~RequestRaw">
> & {
  readonly "~Request": Omit<Endpoint["~Request"], "endpoint">
  readonly "~RequestRaw": Omit<Endpoint["~RequestRaw"], "endpoint">
  readonly "~Middleware": Authorization | AccountAccess | SignedIn | SameOrigin | SchemaErrors
}

/** The handlers of a group that is mounted for tokens and for users (api/mounts.ts). They know their caller by `CallingAccount` alone. */
export type HandlersOf<Group> = HttpApiBuilder.Handlers<
  never,
  {
    readonly [Endpoint in HttpApiGroup.Endpoints<Group> as Endpoint["identifier"]]: Mounted<Endpoint>
  }
>
