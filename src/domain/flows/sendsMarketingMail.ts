import type { Definition } from "./Definition.ts"
import { stepsOf } from "./stepsOf.ts"

/** Whether a flow sends marketing e-mail, which needs a complete sender (contract §12). */
export const sendsMarketingMail = (definition: Pick<Definition, "steps">): boolean =>
  stepsOf(definition).some(({ step }) => step.type === "send_email" && step.class !== "transactional")
