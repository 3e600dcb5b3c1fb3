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
    tests: [["test/faults/start.test.ts", "belongs to one process, and to no other user"]]
  },
  {
    rule: "a data directory that is made for all",
    edits: [
      { file: "store/database/DirectoryLock.ts", from: "await closeToOthers(directory)", to: "void closeToOthers" },
      { file: "store/database/DirectoryLock.ts", from: "{ recursive: true, mode: 0o700 }", to: "{ recursive: true }" }
    ],
    tests: [["test/faults/start.test.ts", "is made for its owner alone"]]
  },
  {
    rule: "a key that others can read",
    edits: [
      { file: "store/database/KeyFile.ts", from: "open(path, flags, 0o600)", to: "open(path, flags)" },
      { file: "Launch.ts", from: "process.umask(0o077)", to: "process.umask(0o022)" }
    ],
    tests: [["test/faults/start.test.ts", "is made for its owner alone"]]
  },
  {
    rule: "files of the embedded database that others can read",
    edits: [{ file: "store/database/OwnerOnlyFiles.ts", from: "mode & 0o700", to: "mode" }],
    tests: [["test/faults/start.test.ts", "is made for its owner alone"]]
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
    tests: [["test/faults/keyFile.test.ts", "is refused when it is empty or cut short"]]
  },
  {
    rule: "a new key beside an old database",
    edits: [{ file: "store/database/KeyFile.ts", from: ' || existsSync(join(directory, "database"))', to: "" }],
    tests: [["test/faults/keyFile.test.ts", "is never made anew beside a database"]]
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
    tests: [["test/faults/firstStart.test.ts", "knows the one link by which somebody can set up"]]
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
    tests: [["test/faults/firstRunOutput.test.ts", "no token where nobody looks"]]
  },
  {
    rule: "a set-up link printed by each of several first starts",
    edits: [{ file: "programs/accounts/FirstRun.ts", from: "yield* users.lock", to: "yield* Effect.void" }],
    tests: [["test/http/dashboardSession.test.ts", "comes by one of two links that raced first starts printed"]]
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
    tests: [["test/faults/firstRunOutput.test.ts", "says in one line that a setting is missing"]]
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
    tests: [["test/faults/start.test.ts", "that others may read and that holds other things"]]
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
    tests: [["test/faults/start.test.ts", "by exactly one of several that race for it"]]
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
    tests: [["test/faults/start.test.ts", "answers every request that it lets in"]]
  }
]
