import type { Mutant } from "./mutants.ts"

/** Rules of how the service starts, stops being, and comes back: directories, migrations, first minutes, backups. */
export const starts: ReadonlyArray<Mutant> = [
  {
    rule: "no directory lock",
    edits: [{ file: "store/database/Database.ts", from: "yield* lockDirectory(directory)", to: "void lockDirectory" }],
    tests: [["test/faults/start.test.ts", "belongs to one process"]]
  },
  {
    rule: "a directory that stays locked",
    edits: [
      {
        file: "store/database/DirectoryLock.ts",
        from: '() => Effect.promise(() => unlink(join(directory, "lock"))',
        to: '() => Effect.promise(() => stat(join(directory, "lock"))'
      }
    ],
    tests: [["test/faults/stop.test.ts", "embedded … lets calls that were accepted finish"]]
  },
  {
    rule: "a data directory that others can read",
    edits: [
      { file: "store/database/DirectoryLock.ts", from: "await closeToOthers(directory)", to: "void closeToOthers" }
    ],
    tests: [["test/faults/start.test.ts", "belongs to one process and user: a second process ends and names the first"]]
  },
  {
    rule: "a data directory that is made for all",
    edits: [
      { file: "store/database/DirectoryLock.ts", from: "await closeToOthers(directory)", to: "void closeToOthers" },
      { file: "store/database/DirectoryLock.ts", from: "{ recursive: true, mode: 0o700 }", to: "{ recursive: true }" }
    ],
    tests: [["test/faults/start.test.ts", "is created readable by its owner only, with every file and directory in it"]]
  },
  {
    rule: "a key that others can read",
    edits: [
      { file: "store/database/KeyFile.ts", from: "open(path, flags, 0o600)", to: "open(path, flags)" },
      { file: "Launch.ts", from: "process.umask(0o077)", to: "process.umask(0o022)" }
    ],
    tests: [["test/faults/start.test.ts", "is created readable by its owner only, with every file and directory in it"]]
  },
  {
    rule: "files of the embedded database that others can read",
    edits: [{ file: "store/database/OwnerOnlyFiles.ts", from: "mode & 0o700", to: "mode" }],
    tests: [["test/faults/start.test.ts", "is created readable by its owner only, with every file and directory in it"]]
  },
  {
    rule: "files of an earlier version left open",
    edits: [
      {
        file: "store/database/Database.ts",
        from: "yield* closeFilesToOthers(directory)",
        to: "void closeFilesToOthers"
      }
    ],
    tests: [["test/faults/start.test.ts", "of an earlier version"]]
  },
  {
    rule: "a key of any length",
    edits: [
      { file: "store/database/KeyFile.ts", from: "(key) => wholeKey.test(key)", to: "() => wholeKey.global === false" }
    ],
    tests: [
      [
        "test/faults/keyFile.test.ts",
        "is refused when empty or truncated, with one line on its format, and is left unchanged"
      ]
    ]
  },
  {
    rule: "a new key beside an old database",
    edits: [{ file: "store/database/KeyFile.ts", from: ' || existsSync(join(directory, "database"))', to: "" }],
    tests: [
      ["test/faults/keyFile.test.ts", "is never replaced beside a database that needs it; ENCRYPTION_KEY can stand in"]
    ]
  },
  {
    rule: "a link whose answer was lost",
    edits: [
      {
        file: "programs/accounts/FirstRun.ts",
        from: "if (lastAttempt.secret !== null &&",
        to: "if (lastAttempt.secret === undefined &&"
      }
    ],
    tests: [["test/faults/firstStart.test.ts", "prints the one valid setup link, whichever database response was lost"]]
  },
  {
    rule: "a first token printed where output is kept",
    edits: [
      {
        file: "programs/accounts/FirstRun.ts",
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
    rule: "a set-up link printed by each of several first starts",
    edits: [{ file: "programs/accounts/FirstRun.ts", from: "yield* users.lock", to: "yield* Effect.void" }],
    tests: [
      [
        "test/http/dashboardSession.test.ts",
        "is created by one of the links of concurrent first starts, and each link works once"
      ]
    ]
  },
  {
    rule: "an embedded database worked on beside its directory",
    edits: [
      { file: "store/database/embeddedDatabase.ts", from: "import { rename, rm }", to: "import { cp, rename, rm }" },
      {
        file: "store/database/embeddedDatabase.ts",
        from: "return PGlite.create({ fs: new OwnerOnlyFiles(path),",
        to: "await cp(path, aside, { recursive: true })\n  return PGlite.create({ fs: new OwnerOnlyFiles(aside),"
      }
    ],
    tests: [["test/faults/backup.test.ts", "of the embedded database is its directory"]]
  },
  {
    rule: "a key made up where none is given",
    edits: [
      {
        file: "store/database/Keys.ts",
        from: "if (!embedded) return yield* unset",
        to: 'if (!embedded) return fromSecret("made up, and longer than thirty-two characters")'
      }
    ],
    tests: [["test/faults/firstRunOutput.test.ts", "reports a missing or invalid setting in one line"]]
  },
  {
    rule: "an agent of SMS calls that the bundle leaves out",
    edits: [
      {
        file: "messages/sms/SmsTransport.ts",
        from: ".pipe(Layer.provide(ClientLayer))",
        to: ".pipe(Layer.provide(NodeHttpClient.layerUndici))"
      }
    ],
    unready: true,
    tests: [["test/faults/settings.test.ts", "with every setting that the README names"]]
  },
  {
    rule: "a data directory closed to others whatever is in it",
    edits: [
      {
        file: "store/database/DirectoryLock.ts",
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
    rule: "a lock taken over from who has just taken it over",
    edits: [
      {
        file: "store/database/DirectoryLock.ts",
        from: '  if ((await readFile(aside, "utf8")) !== holder) await link(aside, path).catch(() => undefined)\n',
        to: "  void holder\n"
      },
      {
        file: "store/database/DirectoryLock.ts",
        from: "      await removeStale(",
        to: "      await new Promise((goOn) => setTimeout(goOn, 1_000))\n      await removeStale("
      }
    ],
    tests: [
      ["test/faults/start.test.ts", "of a killed process is taken over by exactly one of several concurrent starts"]
    ]
  },
  {
    rule: "a socket that listens before its routes stand",
    edits: [
      {
        file: "http/HttpLayer.ts",
        from: "HttpServer.serve(app).pipe(Layer.provideMerge(SocketLayer)))\n).pipe(",
        to: "HttpServer.serve(app))\n).pipe(\n  Layer.provideMerge(SocketLayer),"
      }
    ],
    tests: [["test/faults/start.test.ts", "answers every accepted request, from the first on"]]
  }
]
