import type { Mutant } from "./mutants.ts"

/** Rules of how the service starts, stops being, and comes back: directories, migrations, first minutes, backups. */
export const startup: ReadonlyArray<Mutant> = [
  {
    rule: "does not lock the data directory",
    edits: [{ in: "embeddedLayer", from: "yield* lockDirectory(directory)", to: "void lockDirectory" }],
    tests: [["test/faults/start.test.ts", "belongs to one process"]]
  },
  {
    rule: "gives up a database that is too busy to give a connection",
    edits: [{ in: "waitWhileLate", from: "times: triesWhileLate", to: "times: 0" }],
    tests: [["test/faults/start.test.ts", "is waited for by a start"]],
    failsToStart: true
  },
  {
    rule: "keeps Node's time zones where the system's are newer",
    edits: [
      { in: "ZoneDataLayer", from: "useZoneData(usesSystem ? { version, files } : undefined)", to: "void useZoneData" },
      { in: "ZoneDataLayer", from: "const usesSystem = isNewer && files.size > 0", to: "const usesSystem = false" }
    ],
    tests: [["test/telemetry/timeZones.test.ts", "are the system's where those are newer than Node's"]]
  },
  {
    rule: "takes the short names of ICU for time zones",
    edits: [{ in: "zoneData.ts formatOf", from: " || isOfIcuAlone(name)", to: ' || isOfIcuAlone("")' }],
    tests: [["test/laws/timeZones.test.ts", "are those of IANA alone"]]
  },
  {
    rule: "leaves the data directory locked",
    edits: [
      {
        in: "lockDirectory",
        from: '() => Effect.promise(() => unlink(join(directory, "lock"))',
        to: '() => Effect.promise(() => stat(join(directory, "lock"))'
      }
    ],
    tests: [["test/faults/stop.test.ts", "embedded … lets calls that were accepted finish"]]
  },
  {
    rule: "leaves the data directory readable to others",
    edits: [{ in: "take", from: "await closeToOthers(directory)", to: "void closeToOthers" }],
    tests: [["test/faults/start.test.ts", "belongs to one process and user: a second process ends and names the first"]]
  },
  {
    rule: "creates the data directory readable to others",
    edits: [
      { in: "take", from: "await closeToOthers(directory)", to: "void closeToOthers" },
      { in: "take", from: "{ recursive: true, mode: 0o700 }", to: "{ recursive: true }" }
    ],
    tests: [["test/faults/start.test.ts", "is created readable by its owner only, with every file and directory in it"]]
  },
  {
    rule: "leaves the key file readable to others",
    edits: [
      { in: "synced", from: "open(path, flags, 0o600)", to: "open(path, flags)" },
      { in: "launch", from: "process.umask(0o077)", to: "process.umask(0o022)" }
    ],
    tests: [["test/faults/start.test.ts", "is created readable by its owner only, with every file and directory in it"]]
  },
  {
    rule: "leaves files of the embedded database readable to others",
    edits: [{ in: "OwnerOnlyFiles", from: "mode & 0o700", to: "mode" }],
    tests: [["test/faults/start.test.ts", "is created readable by its owner only, with every file and directory in it"]]
  },
  {
    rule: "leaves files of an earlier version readable to others",
    edits: [
      {
        in: "embeddedLayer",
        from: "yield* closeFilesToOthers(directory)",
        to: "void closeFilesToOthers"
      }
    ],
    tests: [["test/faults/start.test.ts", "of an earlier version"]]
  },
  {
    rule: "accepts a key of any length",
    edits: [{ in: "readKeyFile", from: "(key) => wholeKey.test(key)", to: "() => wholeKey.global === false" }],
    tests: [
      [
        "test/faults/keyFile.test.ts",
        "is refused when empty or truncated, with one line on its format, and is left unchanged"
      ]
    ]
  },
  {
    rule: "makes a new key for an existing database",
    edits: [{ in: "makeKeyFile", from: ' || existsSync(join(directory, "database"))', to: "" }],
    tests: [
      ["test/faults/keyFile.test.ts", "is never replaced beside a database that needs it; ENCRYPTION_KEY can stand in"]
    ]
  },
  {
    rule: "creates a second first link when the response to the first was lost",
    edits: [
      {
        in: "firstRun",
        from: "if (lastAttempt.secret !== null &&",
        to: "if (lastAttempt.secret === undefined &&"
      }
    ],
    tests: [["test/faults/firstStart.test.ts", "prints the one valid setup link, whichever database response was lost"]]
  },
  {
    rule: "prints the first token where output is kept",
    edits: [
      {
        in: "FirstRunLayer",
        from: "if (account_id === null || !process.stdout.isTTY || Option.isSome(yield* databaseUrl)) return",
        to: "if (account_id === null) return"
      }
    ],
    tests: [
      [
        "test/faults/firstRunOutput.test.ts",
        "of three processes on one empty database prints one link, and no token without a terminal"
      ]
    ]
  },
  {
    rule: "prints a set-up link by each of several first starts",
    edits: [{ in: "firstRun", from: "yield* users.lock", to: "yield* Effect.void" }],
    tests: [
      [
        "test/http/dashboardSession.test.ts",
        "is created by one of the links of concurrent first starts, and each link works once"
      ]
    ]
  },
  {
    rule: "opens the embedded database before its directory is locked",
    edits: [
      { in: "store/embedded/embeddedDatabase.ts", from: "import { rename, rm }", to: "import { cp, rename, rm }" },
      {
        in: "embeddedDatabase",
        from: "return PGlite.create({ fs: new OwnerOnlyFiles(path),",
        to: "await cp(path, aside, { recursive: true })\n  return PGlite.create({ fs: new OwnerOnlyFiles(aside),"
      }
    ],
    tests: [["test/faults/backup.test.ts", "of the embedded database is its directory"]]
  },
  {
    rule: "makes up a key on PostgreSQL",
    edits: [
      {
        in: "Keys",
        from: "if (!embedded) return yield* unset",
        to: 'if (!embedded) return fromSecret("made up, and longer than thirty-two characters")'
      }
    ],
    tests: [["test/faults/firstRunOutput.test.ts", "reports a missing or invalid setting in one line"]]
  },
  {
    rule: "leaves an agent of the SMS client out of the bundle",
    edits: [
      {
        in: "SmsTransport",
        from: ".pipe(Layer.provide(ClientLayer))",
        to: ".pipe(Layer.provide(NodeHttpClient.layerUndici))"
      }
    ],
    failsToStart: true,
    tests: [["test/faults/settings.test.ts", "with every setting that the documentation names"]]
  },
  {
    rule: "closes a data directory that holds other files",
    edits: [
      {
        in: "closeToOthers",
        from: ".every((name) => ownFiles.test(name))",
        to: ".every(() => ownFiles)"
      }
    ],
    tests: [
      [
        "test/faults/start.test.ts",
        "readable by others and with other files in it is left unchanged, and the start ends with one line on why"
      ]
    ]
  },
  {
    // A moment wide enough to be met each time.
    rule: "takes over a lock that another process has just taken over",
    edits: [
      {
        in: "removeStale",
        from: '  if ((await readFile(aside, "utf8")) !== holder) await link(aside, path).catch(() => undefined)\n',
        to: "  void holder\n"
      },
      {
        in: "take",
        from: "      await removeStale(",
        to: "      await new Promise((goOn) => setTimeout(goOn, 1_000))\n      await removeStale("
      }
    ],
    tests: [
      ["test/faults/start.test.ts", "of a killed process is taken over by exactly one of several concurrent starts"]
    ]
  },
  {
    rule: "listens before the routes are served",
    edits: [
      {
        in: "HttpLayer",
        from: "Effect.map(HttpApp, (app) => HttpServer.serve(app))",
        to: 'Effect.delay(Effect.map(HttpApp, (app) => HttpServer.serve(app)), "1 second")'
      }
    ],
    tests: [["test/faults/start.test.ts", "answers every accepted request, from the first on"]]
  }
]
