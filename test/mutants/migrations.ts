import type { Mutant } from "./mutants.ts"

/** Rules of upgrades: one process migrates, wholly or not at all. */
export const migrations: ReadonlyArray<Mutant> = [
  {
    rule: "runs migrations of two processes side by side",
    edits: [{ in: "migrate", from: "SELECT pg_advisory_xact_lock(7262011)", to: "SELECT 1" }],
    failsToStart: true,
    tests: [["test/faults/start.test.ts", "is migrated once by three concurrent starts"]]
  },
  {
    rule: "runs migrations outside a transaction",
    edits: [
      {
        in: "migrate",
        from: "yield* sql.withTransaction(\n    Effect.gen",
        to: "yield* (\n    Effect.gen"
      }
    ],
    tests: [["test/faults/migrations.test.ts", "leaves no partial migration, and the next start completes it"]]
  },
  {
    rule: "commits each step of an upgrade by itself",
    edits: [
      {
        in: "migrate",
        from: "const steps = fromFileSystem(migrations)",
        to: `const steps = Effect.map(fromFileSystem(migrations), (all) =>
        all.map(([id, name, load]) => [id, name, Effect.map(load, ({ default: step }) => Effect.updateContext(step, Context.omit(sql.transactionService)))]))`
      },
      {
        in: "store/database/Database.ts",
        from: "import { Config, Duration,",
        to: "import { Config, Context, Duration,"
      }
    ],
    tests: [
      ["test/faults/upgrades.test.ts", "leaves schema and rows unchanged, and the next start completes the upgrade"]
    ]
  },
  {
    rule: "ignores signals during an upgrade",
    edits: [
      {
        in: "migrate",
        from: "}).pipe(Effect.provide(NodeServices.layer))",
        to: "}).pipe(Effect.uninterruptible, Effect.provide(NodeServices.layer))"
      }
    ],
    tests: [
      ["test/faults/upgrades.test.ts", "leaves schema and rows unchanged, and the next start completes the upgrade"]
    ]
  },
  {
    rule: "runs each migration in a transaction of its own",
    edits: [
      {
        in: "migrate",
        from: "yield* sql.withTransaction(\n    Effect.gen",
        to: "yield* (\n    Effect.gen"
      },
      {
        in: "migrate",
        from: 'const made = yield* PgMigrator.run({ loader: steps, table: "migrations" })',
        to: 'const made = [0]; for (let most = 1; most < 100; most++) yield* PgMigrator.run({ loader: Effect.map(steps, (all) => all.slice(0, most)), table: "migrations" })'
      }
    ],
    tests: [["test/faults/upgrades.test.ts", "while it upgrades the embedded database"]]
  },
  {
    rule: "starts on an unknown schema",
    edits: [{ in: "migrate", from: "yield* knownSchema(yield* steps)", to: "void knownSchema" }],
    tests: [["test/faults/migrations.test.ts", "of a newer release is refused in one line and left unchanged ("]]
  },
  {
    rule: "starts on a schema from before the first release",
    edits: [
      {
        in: "knownSchema",
        from: "step === id && ownName !== name",
        to: "step === id && ownName === `${name} of another`"
      }
    ],
    tests: [
      ["test/faults/migrations.test.ts", "from before the first release is refused in one line that says what to do"]
    ]
  },
  {
    rule: "keeps the functions of the earlier version after an upgrade",
    edits: [{ in: "migrate", from: "if (made.length > 0)", to: "if (made.length > 2)" }],
    tests: [
      ["test/faults/upgrades.test.ts", "leaves schema and rows unchanged, and the next start completes the upgrade"]
    ]
  },
  {
    rule: "replaces the functions at every start",
    edits: [{ in: "migrate", from: "if (made.length > 0)", to: "if (made.length >= 0)" }],
    tests: [["test/faults/upgrades.test.ts", "leaves the functions, which may be those of a later version"]]
  },
  {
    rule: "starts on a half-made database",
    edits: [
      { in: "embeddedDatabase", from: 'join(directory, "database.new")', to: "path" },
      {
        in: "embeddedDatabase",
        from: "  await rm(aside, { recursive: true, force: true })\n",
        to: "  void rm\n"
      }
    ],
    failsToStart: true,
    tests: [["test/faults/migrations.test.ts", "is followed by one that creates it again"]]
  },
  {
    rule: "starts on a schema with a gap",
    edits: [{ in: "knownSchema", from: "if (left === undefined) return", to: "if (left !== null) return" }],
    tests: [["test/faults/migrations.test.ts", "is refused when a step is missing from the middle"]]
  }
]
