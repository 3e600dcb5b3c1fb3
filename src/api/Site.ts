import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ShownSite, SiteInput } from "../domain/visits/Site.ts"
import { single } from "./envelopes.ts"
import { BodyErrors, NotFoundBody, UnavailableBody } from "./Errors.ts"
import { access } from "./mounts.ts"

/** The site of an account, whose pages report what visitors look at (contract §18). */
export class SiteGroup extends HttpApiGroup.make("site").add(
  HttpApiEndpoint.get("get", "/site", {
    success: single(ShownSite),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("site_read"))
    .annotate(OpenApi.Summary, "Read the site")
    .annotate(OpenApi.Description, "With the lines that its pages hold, and when one called last."),
  HttpApiEndpoint.put("set", "/site", {
    payload: SiteInput,
    success: single(ShownSite),
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("site_write", "owner"))
    .annotate(OpenApi.Summary, "Set the site")
    .annotate(
      OpenApi.Description,
      "`origins`: the addresses of the site, at most 20; calls of pages of any other are dropped. `consent_elsewhere`: the shop keeps the consent of visitors itself and tells it to each page."
    )
) {}
