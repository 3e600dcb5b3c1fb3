// node .ci/oldNames.ts: fails when the source, the tests or the docs use a name that has been replaced.
import { globSync, readFileSync } from "node:fs"

/** Old names, as whole words, and the names that replaced them. */
const replaced: ReadonlyArray<readonly [old: RegExp, now: string]> = [
  [/\bDoor\b/, "TokenConcurrencyLimit"],
  [/\bServerBehindDoor\b/, "GatedServer"],
  [/\bInFlight\b/, "ConcurrencyLimit"],
  [/\b(?:FairTurns?|awaitTurn)\b/, "AccountFairness, awaitWorkSlot"],
  [/\btakeWorkPlace\b/, "takeWorkSlot"],
  [/\b(?:RefusalPace|rememberedRefusals)\b/, "RejectionPacing"],
  [/\b(?:Foresight|SeenOrders|OrderNames|readEarly|OrderPrefetch|PrefetchedOrders)\b/, "VersionedSnapshot, OrderRows"],
  [/\bStopping\b/, "Draining"],
  [/\bFarewell(?:Layer)?\b/, "DrainOnExit"],
  [/\bCompany\b/, "Contention"],
  [/\bGathering\b/, "LingerPolicy"],
  [/\bpatience\b/, "a time-out's name, such as maxWait"],
  [/\bErrand\b/, "SendJob"],
  [/\bkeepSending\b/, "sendLoop"],
  [/\bjudgeMessage\b/, "decideSend"],
  [/\bJudgement\b/, "SendDecision"],
  [/\bWakeRuns\b/, "ResumeDueRuns"],
  [/\bFlowWakes\b/, "DueRuns"],
  [/\bFlowStarter\b/, "RunDispatcher"],
  [/\bFlowDispatcher\b/, "EnrolContacts"],
  [/\bFlowSteps\b/, "AdvanceRuns"],
  [/\b(?:QueuedRuns|RunQueue)\b/, "DueRunSignal"],
  [/\b(?:StartedFlows?|EnrolledRuns)\b/, "FlowRunQueries"],
  [/\bFlowStarts\b/, "Enrolments"],
  [/\bFlowActs\b/, "StepActions"],
  [/\bunhurried\b/, "uncancelledConnection"],
  [/\bdiscreet\b/, "RedactingTracer"],
  [/\bturnedAway(?:By)?\b/, "rejected, rejectionCounter"],
  [/\bHearContacts\b/, "ApplyConsentSignals"],
  [/\bTakeImports\b/, "RunImports"],
  [/\btakeUp\b/, "claim"],
  [/\bFirst(?:Minute|Start)(?:Layer)?\b/, "FirstRun"],
  [/\bRememberedConsents\b/, "SuppressionList"],
  [/\b(?:Contact|Order|Event|Message|Delivery|Request|FlowRun)Lists\b/, "…Queries"],
  [/\b(?:readPosition|badCursor|cursorPage)\b/, "parseCursor, invalidCursor, keysetPage"],
  [/\bmost[A-Z]\w*/, "max…"],
  [/\blongest[A-Z]\w*/, "max…"],
  [/\bWebhookSender\b/, "SendWebhooks"],
  [/\bSendFailures(?:Layer)?\b/, "ReceiveReports"],
  [
    /\b(?:remembered_consents|heard_texts|flow_refusals|store_(?:customers|deliveries))\b/,
    "suppressions, received_texts, flow_rejections, …"
  ],
  [/\bcontactRows\.ts\b/, "ContactRow.ts, contactParameter.ts"],
  [/\bsrc\/messages\b|\bMessagesLayer\b/, "src/outbound, OutboundLayer"],
  [
    /\b(?:Store(?:Command|Kind|Platform|Webhook|Delivery|Deliveries)|readStore(?:Webhook|Order))\b/,
    "Platform…, IntegrationKind"
  ],
  [/\b(?:ConnectedStores?|Store(?:Customers?|Erasures?|Ref|Persons?)|EraseStores|connectStore)\b/, "…Shop…"],
  [
    /\b(?:ProviderSignal|ProviderLimits|idleProvider|Providers|SendRoutes?)\b/,
    "TransportSignal, TransportLimits, idleTransport, Transports"
  ],
  [
    /\bstore\/database\/(?:query|parameters|paging|Secrets|Keys|DataMap|Purges|Distribution)\b/,
    "store/sql, keys, personalData, upkeep, distributed"
  ],
  [/\b(?:Campaign|Flow)Stops\b/, "SendStops"],
  [/\bMessage(?:Origins|Recipients|Reports)\b/, "MessageQueries, MessageEvents"],
  [/\b(?:FlowDefinitions|ConsentLog|ContactTags)\b/, "FlowVersions, ContactConsents, ContactFields"],
  [/\b(?:ManageTokens|CreateApplication|ExchangeCredentials)\b/, "ManageCredentials"],
  [/\b(?:ListContacts|ReportActivity|ReportFlow|OpenBusiness)\b/, "ReadContacts, ReadReports, OpenAccounts"]
]

// Laboratory records keep the names of their time.
const files = globSync(["{src,test,docs}/**/*.{ts,tsx,md,json,css,html}", "README.md", "CONTRIBUTING.md"], {
  exclude: ["docs/lab/**"]
})

const found = files.flatMap((file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, index, lines) =>
      // A name in stored data stays; the line before says so.
      (lines[index - 1]?.includes("stored name") === true ? [] : replaced).flatMap(([old, now]) => {
        const name = old.exec(line)?.[0]
        return name === undefined ? [] : [`${file}:${index + 1}: "${name}" is now called ${now}`]
      })
    )
)

if (found.length > 0) {
  process.stderr.write(`${found.join("\n")}\n${found.length} old names\n`)
  process.exitCode = 1
}
