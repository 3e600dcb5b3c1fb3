import type { Mutant } from "./mutants.ts"

const places = (name: string) => ["test/http/places.test.ts", name] as const

/** Rules of how those wait, or are refused, who call on. */
export const refusals: ReadonlyArray<Mutant> = [
  {
    rule: "refusals as fast as they are asked for",
    edits: [{ file: "http/RefusalPace.ts", from: "length > 1 ? [] : step(caller, line)", to: "splice(0)" }],
    tests: [["test/http/refusalPace.test.ts", "leave one after another once there are many"]]
  },
  {
    rule: "refusals that wait behind another caller's",
    edits: [{ file: "http/RefusalPace.ts", from: "const line = lines.get", to: 'caller = ""\nconst line = lines.get' }],
    tests: [["test/http/refusalPace.test.ts", "leave at once where the caller is another"]]
  },
  {
    rule: "refusals of addresses as fast as they are asked for",
    edits: [{ file: "http/Envelope.ts", from: "answer.status === 429 &&", to: "answer.status === 428 &&" }],
    tests: [["test/http/limits.test.ts", "refuses those who call on one call after another"]]
  },
  {
    rule: "refusals that leave together when they have waited longest",
    edits: [
      {
        file: "domain/Pace.ts",
        from: "Math.min(first + step, length) / Math.max(since + most - now, 1)",
        to: "since + most - now > 10 ? 0 : Math.min(first + step, length)"
      }
    ],
    tests: [["test/laws/pace.test.ts", "spreads callers"]]
  },
  {
    rule: "refusals that are told of too few who wait",
    edits: [{ file: "domain/Pace.ts", from: "Math.min(first + step, length)", to: "first / step" }],
    tests: [["test/laws/pace.test.ts", "spreads callers"]]
  },
  {
    rule: "a refusal that ends the line when it cannot be sent",
    edits: [{ file: "http/RefusalPace.ts", from: "fork(ErrorReporter.report(Cause.die(error)))", to: "throw error" }],
    tests: [["test/http/refusalPace.test.ts", "although one before them cannot be sent"]]
  },
  {
    rule: "all calls of an account at work at once",
    edits: [{ file: "http/Turns.ts", from: "line.waiting.size > 0 || !hasRoom()", to: "line.calls === 0" }],
    tests: [
      ["test/faults/turns.test.ts", "waits for its own, whatever they are"],
      ["test/http/turns.test.ts", "take turns beside another account's"]
    ]
  },
  {
    rule: "turns taken by calls that are still sent",
    edits: [{ file: "http/Authorization.ts", from: "endpoint.payload.size > 0", to: "endpoint.payload.size > 9" }],
    tests: [["test/faults/bodies.test.ts", "take their room and no more"]]
  },
  {
    rule: "a turn that is kept by who leaves",
    edits: [{ file: "http/Turns.ts", from: "if (isAtWork) line.atWork--", to: "" }],
    tests: [["test/http/turns.test.ts", "are still sent keep nobody waiting"]]
  },
  {
    rule: "a process with room for any number of calls",
    edits: [{ file: "http/InFlight.ts", from: "process: 1_024", to: "process: 10_240" }],
    tests: [places("takes 1,024 calls of all accounts at once")]
  },
  {
    rule: "an account with as many places as its tokens have together",
    edits: [
      {
        file: "http/Authorization.ts",
        from: 'inFlight("account", mostInFlight.account)',
        to: 'inFlight("account", 25 * mostInFlight.account)'
      }
    ],
    tests: [places("whichever of its tokens they have")]
  },
  {
    rule: "places that accounts take from one another",
    edits: [{ file: "http/Authorization.ts", from: "withAccount(home)", to: 'withAccount("")' }],
    tests: [places("whichever of its tokens they have")]
  },
  {
    rule: "a process with room for any number of large bodies",
    edits: [{ file: "http/InFlight.ts", from: "process: 64 * mib", to: "process: 640 * mib" }],
    tests: [places("takes 64 MiB of large bodies of all accounts")]
  },
  {
    rule: "a dashboard with room for any number of calls",
    edits: [{ file: "http/InFlight.ts", from: "dashboard: 256", to: "dashboard: 2_560" }],
    tests: [places("takes 256 calls at once")]
  },
  {
    rule: "a dashboard that takes places of the API",
    edits: [
      {
        file: "http/Envelope.ts",
        from: 'flow(dashboardBytes("", bytesHeldBy(request, limit)), dashboardRoom(""))',
        to: 'flow(dashboardBytes("", bytesHeldBy(request, limit)), apiRoom)'
      }
    ],
    tests: [places("takes 256 calls at once")]
  },
  {
    rule: "a dashboard with room for any number of large bodies",
    edits: [{ file: "http/InFlight.ts", from: "dashboard: 16 * mib", to: "dashboard: 160 * mib" }],
    tests: [places("takes 16 MiB of large bodies at once")]
  }
]
