import type { Mutant } from "./mutants.ts"

/** Rules of the dependencies, the container and the documentation. */
export const project: ReadonlyArray<Mutant> = [
  {
    rule: "uses a regular expression that backtracks",
    isRead: true,
    edits: [{ in: "jsonType", from: "/^application\\/json\\s*(?:;", to: "/^application\\/json(?:\\s+)*(?:;" }],
    tests: [["test/laws/patterns.test.ts", "is searched for in linear time on any text"]]
  },
  {
    rule: "reads the database within a decision",
    isRead: true,
    edits: [
      {
        in: "domain/contacts/Consent.ts",
        from: 'import { Schema } from "effect"\n',
        to: 'import { Schema } from "effect"\nimport "../store/Orders.ts"\n'
      }
    ],
    tests: [["test/architecture.test.ts", "points its imports one way"]]
  },
  {
    rule: "installs the newest version of a package",
    isRead: true,
    edits: [{ in: "../package.json", from: '"nodemailer": "', to: '"nodemailer": "^' }],
    tests: [["test/supplyChain.test.ts", "are pinned to exact versions, the same in both files"]]
  },
  {
    rule: "installs a package from an address",
    isRead: true,
    edits: [
      {
        in: "../package-lock.json",
        from: '"node_modules/nodemailer": {',
        to: '"node_modules/nodemailer": {\n      "resolved": "https://packages.example/nodemailer.tgz",'
      }
    ],
    tests: [["test/supplyChain.test.ts", "have digests and come from the configured registry, never from a URL"]]
  },
  {
    rule: "runs an install script of a package",
    isRead: true,
    edits: [
      {
        in: "../package-lock.json",
        from: '"node_modules/nodemailer": {',
        to: '"node_modules/nodemailer": {\n      "hasInstallScript": true,'
      }
    ],
    tests: [["test/supplyChain.test.ts", "run no install script except approved development packages"]]
  },
  {
    rule: "runs the image as root",
    isRead: true,
    edits: [{ in: "../Dockerfile", from: "USER node\n", to: "" }],
    tests: [["test/deployment.test.ts", "runs as an ordinary user"]]
  },
  {
    rule: "publishes the service to all networks",
    isRead: true,
    edits: [{ in: "../compose.yaml", from: "127.0.0.1:3000:3000", to: "3000:3000" }],
    tests: [["test/deployment.test.ts", "publishes the image's port on loopback only"]]
  },
  {
    rule: "documents a setting that is not read",
    isRead: true,
    edits: [{ in: "../compose.yaml", from: "PUBLIC_URL: $", to: "PUBLIC_ADDRESS: $" }],
    tests: [["test/deployment.test.ts", "sets variables that the service reads, and contains no secret"]]
  },
  {
    rule: "stops the container before its time to drain is over",
    isRead: true,
    edits: [{ in: "../compose.yaml", from: "stop_grace_period: 25s", to: "stop_grace_period: 10s" }],
    tests: [["test/deployment.test.ts", "has a stop grace period longer than the service's own"]]
  },
  {
    rule: "alerts on a metric that does not exist",
    isRead: true,
    edits: [
      { in: "../docs/operations.md", from: 'tally_database_pool{state="waiting"}', to: 'tally_pool{state="waiting"}' }
    ],
    tests: [["test/telemetry/operations.test.ts", "name no metric that is not in the source"]]
  },
  {
    rule: "alerts on a label value that does not exist",
    isRead: true,
    edits: [{ in: "../docs/operations.md", from: '{kind="flow"}', to: '{kind="flow_run"}' }],
    tests: [["test/telemetry/operations.test.ts", "use labels and values that exist in the source"]]
  },
  {
    rule: "has an alert without a description",
    isRead: true,
    edits: [{ in: "../docs/operations.md", from: "alert: Slow #", to: "alert: Slow &" }],
    tests: [["test/telemetry/operations.test.ts", "each state their meaning and what to do"]]
  }
]
