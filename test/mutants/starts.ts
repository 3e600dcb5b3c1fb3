import type { Mutant } from "./mutants.ts"

/** Rules of how the service starts, stops being, and comes back: directories, migrations, first minutes, backups. */
export const starts: ReadonlyArray<Mutant> = [
  {
    rule: "no directory lock",
    edits: [{ file: "store/Database.ts", from: "yield* lockDirectory(directory)", to: "void lockDirectory" }],
    tests: [["test/faults/start.test.ts", "belongs to one process"]]
  },
  {
    rule: "a directory that stays locked",
    edits: [
      {
        file: "store/DirectoryLock.ts",
        from: '() => Effect.promise(() => unlink(join(directory, "lock"))',
        to: '() => Effect.promise(() => stat(join(directory, "lock"))'
      }
    ],
    tests: [["test/faults/stop.test.ts", "embedded … lets calls that were accepted finish"]]
  },
  {
    rule: "a directory that stays locked when its start is stopped",
    edits: [
      {
        file: "store/DirectoryLock.ts",
        from: '() => Effect.promise(() => unlink(join(directory, "lock"))',
        to: '() => Effect.promise(() => stat(join(directory, "lock"))'
      }
    ],
    tests: [["test/faults/stopAtStart.test.ts", "leaves the directory free"]]
  },
  {
    rule: "a data directory that others can read",
    edits: [{ file: "store/DirectoryLock.ts", from: "await closeToOthers(directory)", to: "void closeToOthers" }],
    tests: [["test/faults/start.test.ts", "belongs to one process, and to no other user"]]
  },
  {
    rule: "a data directory that is made for all",
    edits: [
      { file: "store/DirectoryLock.ts", from: "await closeToOthers(directory)", to: "void closeToOthers" },
      { file: "store/DirectoryLock.ts", from: "{ recursive: true, mode: 0o700 }", to: "{ recursive: true }" }
    ],
    tests: [["test/faults/start.test.ts", "is made for its owner alone"]]
  },
  {
    rule: "a key that others can read",
    edits: [{ file: "store/Keys.ts", from: 'flag: "wx", mode: 0o600', to: 'flag: "wx"' }],
    tests: [["test/faults/start.test.ts", "and so is every secret in it"]]
  },
  {
    rule: "migrations side by side",
    edits: [{ file: "store/Database.ts", from: "SELECT pg_advisory_xact_lock(7262011)", to: "SELECT 1" }],
    unready: true,
    tests: [["test/faults/start.test.ts", "is migrated once by three processes"]]
  },
  {
    rule: "migrations outside a transaction",
    edits: [
      {
        file: "store/Database.ts",
        from: "yield* sql.withTransaction(\n    Effect.gen",
        to: "yield* (\n    Effect.gen"
      }
    ],
    tests: [["test/faults/migrations.test.ts", "leaves nothing half done"]]
  },
  {
    rule: "an upgrade whose steps keep what they did at once",
    edits: [
      {
        file: "store/Database.ts",
        from: "const steps = fromFileSystem(migrations)",
        to: `const steps = Effect.map(fromFileSystem(migrations), (all) =>
        all.map(([id, name, load]) => [id, name, Effect.map(load, ({ default: step }) => Effect.updateContext(step, Context.omit(sql.transactionService)))]))`
      },
      { file: "store/Database.ts", from: "import { Config, Duration,", to: "import { Config, Context, Duration," }
    ],
    tests: [["test/faults/migrations.test.ts", "ends and leaves schema and rows as it found them"]]
  },
  {
    rule: "an upgrade that no signal stops",
    edits: [
      {
        file: "store/Database.ts",
        from: "}).pipe(Effect.provide(NodeServices.layer))",
        to: "}).pipe(Effect.uninterruptible, Effect.provide(NodeServices.layer))"
      }
    ],
    tests: [["test/faults/migrations.test.ts", "ends and leaves schema and rows as it found them"]]
  },
  {
    rule: "each migration a transaction of its own",
    edits: [
      {
        file: "store/Database.ts",
        from: "yield* sql.withTransaction(\n    Effect.gen",
        to: "yield* (\n    Effect.gen"
      },
      {
        file: "store/Database.ts",
        from: 'yield* PgMigrator.run({ loader: steps, table: "migrations" })',
        to: 'for (let most = 1; most < 100; most++) yield* PgMigrator.run({ loader: Effect.map(steps, (all) => all.slice(0, most)), table: "migrations" })'
      }
    ],
    tests: [["test/faults/migrations.test.ts", "while it upgrades the embedded database"]]
  },
  {
    rule: "a schema that is not known",
    edits: [{ file: "store/Database.ts", from: "yield* knownSchema(yield* steps)", to: "void knownSchema" }],
    tests: [["test/faults/migrations.test.ts", "is refused in one line and left as it is"]]
  },
  {
    rule: "a half-made database taken for whole",
    edits: [
      { file: "store/embeddedDatabase.ts", from: 'join(directory, "database.new")', to: "path" },
      {
        file: "store/embeddedDatabase.ts",
        from: "  await rm(aside, { recursive: true, force: true })\n",
        to: "  void rm\n"
      }
    ],
    unready: true,
    tests: [["test/faults/migrations.test.ts", "is followed by one that makes it anew"]]
  },
  {
    rule: "a link whose answer was lost",
    edits: [
      { file: "programs/FirstStart.ts", from: "if (made.secret !== null &&", to: "if (made.secret === undefined &&" }
    ],
    tests: [["test/faults/firstStart.test.ts", "knows the one link by which somebody can set up"]]
  },
  {
    rule: "a first token printed where output is kept",
    edits: [
      {
        file: "FirstMinute.ts",
        from: "if (account_id === null || !process.stdout.isTTY || Option.isSome(yield* databaseUrl)) return",
        to: "if (account_id === null) return"
      }
    ],
    tests: [["test/faults/firstMinute.test.ts", "no token where nobody looks"]]
  },
  {
    rule: "a set-up link printed by each of several first starts",
    edits: [{ file: "programs/FirstStart.ts", from: "SELECT pg_advisory_xact_lock(7262012)", to: "SELECT 1" }],
    tests: [["test/http/dashboardSession.test.ts", "comes by one of two links that raced first starts printed"]]
  },
  {
    rule: "an embedded database worked on beside its directory",
    edits: [
      { file: "store/embeddedDatabase.ts", from: "import { rename, rm }", to: "import { cp, rename, rm }" },
      {
        file: "store/embeddedDatabase.ts",
        from: "return PGlite.create(path,",
        to: "await cp(path, aside, { recursive: true })\n  return PGlite.create(aside,"
      }
    ],
    tests: [["test/faults/backup.test.ts", "of the embedded database is its directory"]]
  },
  {
    rule: "a key made up where none is given",
    edits: [
      {
        file: "store/Keys.ts",
        from: 'if (!embedded) return yield* missing("ENCRYPTION_KEY must be set when DATABASE_URL is")',
        to: "void embedded"
      }
    ],
    tests: [["test/faults/firstMinute.test.ts", "says in one line that a setting is missing"]]
  },
  {
    rule: "an agent of SMS calls that the bundle leaves out",
    edits: [
      {
        file: "messages/SmsTransport.ts",
        from: ".pipe(Layer.provide(ClientLayer))",
        to: ".pipe(Layer.provide(NodeHttpClient.layerUndici))"
      }
    ],
    unready: true,
    tests: [["test/faults/settings.test.ts", "with every setting that the README names"]]
  }
]
