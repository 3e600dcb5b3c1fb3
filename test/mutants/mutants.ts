import { accounts } from "./accounts.ts"
import { backups } from "./backups.ts"
import type { Edit } from "./anchors.ts"
import { contacts } from "./contacts.ts"
import { carts } from "./carts.ts"
import { undo } from "./undo.ts"
import { views } from "./views.ts"
import { restockings } from "./restockings.ts"
import { products } from "./products.ts"
import { recommended } from "./recommended.ts"
import { coupons } from "./coupons.ts"
import { media } from "./media.ts"
import { triggers } from "./triggers.ts"
import { campaignMutants } from "./campaigns.ts"
import { claims } from "./claims.ts"
import { distribution } from "./distribution.ts"
import { credentials } from "./credentials.ts"
import { erasure } from "./erasure.ts"
import { figureMutants } from "./figures.ts"
import { flows } from "./flows.ts"
import { flowKinds } from "./flowKinds.ts"
import { fuzz } from "./fuzz.ts"
import { input } from "./input.ts"
import { inputBounds } from "./inputBounds.ts"
import { durability } from "./durability.ts"
import { keyboard } from "./keyboard.ts"
import { logs } from "./logs.ts"
import { mail } from "./mail.ts"
import { mailEditor } from "./mailEditor.ts"
import { reportRules } from "./reports.ts"
import { storeOrderRules } from "./storeOrders.ts"
import { storeRules } from "./stores.ts"
import { migrations } from "./migrations.ts"
import { orders } from "./orders.ts"
import { prefetch } from "./prefetch.ts"
import { pages } from "./pages.ts"
import { membersAndLinks } from "./membersAndLinks.ts"
import { processes } from "./processes.ts"
import { project } from "./project.ts"
import { rejections } from "./rejections.ts"
import { segmentMutants } from "./segments.ts"
import { mailServerMutants } from "./mailServers.ts"
import { senderMutants } from "./senders.ts"
import { sendingMutants } from "./sending.ts"
import { sessions } from "./sessions.ts"
import { signUps } from "./signUps.ts"
import { statements } from "./statements.ts"
import { startup } from "./startup.ts"
import { shutdown } from "./shutdown.ts"
import { templateMutants } from "./templates.ts"
import { telemetry } from "./telemetry.ts"
import { visits } from "./visits.ts"

/** The service with one rule broken, and the tests, by file and words of their full names as they stand there (… for all else), of which one must fail. */
export interface Mutant {
  readonly rule: string
  readonly edits: ReadonlyArray<Edit>
  /** A server that does not start is what the tests are to see. */
  readonly failsToStart?: true
  /** Work without an end is what the tests are to see: their run has to be stopped. */
  readonly neverEnds?: true
  /** Answers of the fuzz are timed by themselves, as in its full run. */
  readonly timed?: true
  /** The tests read files, instead of using what is in them. */
  readonly isRead?: true
  readonly tests: ReadonlyArray<readonly [file: string, name: string]>
}

export const mutants: ReadonlyArray<Mutant> = [
  ...orders,
  ...prefetch,
  ...distribution,
  ...credentials,
  ...flows,
  ...flowKinds,
  ...claims,
  ...triggers,
  ...carts,
  ...undo,
  ...views,
  ...restockings,
  ...products,
  ...recommended,
  ...coupons,
  ...media,
  ...visits,
  ...processes,
  ...rejections,
  ...fuzz,
  ...startup,
  ...statements,
  ...migrations,
  ...backups,
  ...shutdown,
  ...durability,
  ...logs,
  ...accounts,
  ...figureMutants,
  ...contacts,
  ...segmentMutants,
  ...senderMutants,
  ...mailServerMutants,
  ...sendingMutants,
  ...campaignMutants,
  ...sessions,
  ...input,
  ...inputBounds,
  ...membersAndLinks,
  ...signUps,
  ...mail,
  ...mailEditor,
  ...reportRules,
  ...storeRules,
  ...storeOrderRules,
  ...erasure,
  ...pages,
  ...keyboard,
  ...project,
  ...templateMutants,
  ...telemetry
]
