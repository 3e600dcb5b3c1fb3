import { parseArgs } from "node:util"

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "4" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "64" },
    accounts: { type: "string", default: "200" },
    port: { type: "string", default: "4160" },
    only: { type: "string" },
    former: { type: "string" },
    json: { type: "string" },
    profile: { type: "string" },
    full: { type: "boolean", default: false },
    publish: { type: "boolean", default: false },
    whole: { type: "boolean", default: false },
    orders: { type: "boolean", default: false },
    growth: { type: "string" },
    contacts: { type: "string" },
    search: { type: "string" },
    segments: { type: "string" },
    large: { type: "string" },
    kept: { type: "string" },
    backtest: { type: "string" },
    pairs: { type: "string" },
    memory: { type: "string" },
    flows: { type: "string" },
    mail: { type: "string" },
    campaign: { type: "string" },
    import: { type: "string" },
    processes: { type: "boolean", default: false },
    client: { type: "boolean", default: false }
  }
})

const subjects = ["ours", "fastify", "pgbench", "embedded"]
const only = new Set(values.only?.split(",") ?? subjects)
if (values.former !== undefined) {
  // Another build is measured on each database on which this one is.
  if (only.has("ours") || !only.has("embedded")) only.add("former")
  if (only.has("embedded")) only.add("former embedded")
}

const parts = [
  "growth",
  "contacts",
  "search",
  "segments",
  "large",
  "backtest",
  "pairs",
  "memory",
  "flows",
  "mail",
  "campaign",
  "import",
  "processes",
  "client"
] as const
if (
  values.former !== undefined &&
  (parts.some((part) => part !== "mail" && values[part]) ||
    ["flows", "import", "neighbour", "signin", "carts", "site", "cartsInUse", "webhooks", "documents", "beside"].some(
      (part) => only.has(part)
    ))
) {
  throw new Error("--former measures another build in the orders and mail parts alone")
}
const hasOwnProfile =
  values.import !== undefined || values.campaign !== undefined || only.has("import") || only.has("beside")
const isMail = values.mail !== undefined || only.has("mail")
if (values.former === undefined && only.has("former")) throw new Error("--only former needs --former <directory>")

/** The command line options, documented in README.md of this folder. */
export const options = {
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  connections: Number(values.connections),
  accounts: Number(values.accounts),
  port: Number(values.port),
  only,
  /** The path of another build of the service to compare. */
  former: values.former,
  json: values.json,
  profile: values.profile,
  /** One Markdown table for others at the end, with kills under load. */
  publish: values.publish,
  /** The campaign goes out to its last mail, over kills and a pause. */
  whole: values.whole,
  /** The parts chosen by name; without any, all default parts run. */
  orders:
    values.orders ||
    values.publish ||
    (values.profile !== undefined && !isMail && !hasOwnProfile) ||
    (values.former !== undefined && !isMail) ||
    (values.only !== undefined && subjects.some((name) => only.has(name))),
  growth: Number(values.growth ?? 0),
  contacts: Number(values.contacts ?? 0),
  search: Number(values.search ?? 0),
  segments: Number(values.segments ?? 0),
  large: Number(values.large ?? 0),
  /** The database of the large part, which stays for the next run. */
  kept: values.kept,
  backtest: Number(values.backtest ?? 0),
  pairs: Number(values.pairs ?? 0),
  memory: Number(values.memory ?? 0),
  flows: Number(values.flows ?? 0),
  mail: Number(values.mail ?? 0),
  campaign: Number(values.campaign ?? 0),
  import: Number(values.import ?? 0),
  processes: values.processes,
  client: values.client,
  /** Defaults: stored orders and contacts, and minutes of the memory part. */
  sizes: values.full
    ? { growth: 5_000_000, contacts: 1_000_000, memory: 10 }
    : { growth: 200_000, contacts: 100_000, memory: 1 }
}
