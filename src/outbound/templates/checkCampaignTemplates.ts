import type { CheckCampaignTemplates } from "../../domain/campaigns/decodeCampaign.ts"
import { issuesOfTemplates } from "./checkTemplates.ts"
import { templateVariables } from "./templateVariables.ts"

/** The issues of a campaign's templates, in order, at most one a template. */
export const checkCampaignTemplates: CheckCampaignTemplates = (templates) =>
  issuesOfTemplates(templates, templateVariables.none)
