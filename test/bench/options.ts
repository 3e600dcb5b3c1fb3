import { parseArgs } from "node:util"

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "4" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "64" },
    accounts: { type: "string", default: "200" },
    port: { type: "string", default: "4160" },
    only: { type: "string", default: "ours,fastify,pgbench,embedded" },
    json: { type: "string" },
    profile: { type: "string" },
    growth: { type: "string" },
    contacts: { type: "string" },
    memory: { type: "string" },
    flows: { type: "string" },
    processes: { type: "boolean", default: false },
    client: { type: "boolean", default: false }
  }
})

/** What the command line says; README.md beside this file tells what each means. */
export const options = {
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  connections: Number(values.connections),
  accounts: Number(values.accounts),
  port: Number(values.port),
  only: new Set(values.only.split(",")),
  json: values.json,
  profile: values.profile,
  growth: Number(values.growth ?? 0),
  contacts: Number(values.contacts ?? 0),
  memory: Number(values.memory ?? 0),
  flows: Number(values.flows ?? 0),
  processes: values.processes,
  client: values.client
}
