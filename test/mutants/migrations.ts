import type { Mutant } from "./mutants.ts"

/** Rules of upgrades: one process migrates, wholly or not at all. */
export const migrations: ReadonlyArray<Mutant> = [
  {
    rule: "runs migrations of two processes side by side",
    edits: [{ file: "store/database/Database.ts", from: "SELECT pg_advisory_xact_lock(7262011)", to: "SELECT 1" }],
    unready: true,
    tests: [["test/faults/start.test.ts", "is migrated once by three concurrent starts"]]
  },
  {
    rule: "runs migrations outside a transaction",
    edits: [
      {
        file: "store/database/Database.ts",
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
        file: "store/database/Database.ts",
        from: "const steps = fromFileSystem(migrations)",
        to: `const steps = Effect.map(fromFileSystem(migrations), (all) =>
        all.map(([id, name, load]) => [id, name, Effect.map(load, ({ default: step }) => Effect.updateContext(step, Context.omit(sql.transactionService)))]))`
      },
      {
        file: "store/database/Database.ts",
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
        file: "store/database/Database.ts",
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
        file: "store/database/Database.ts",
        from: "yield* sql.withTransaction(\n    Effect.gen",
        to: "yield* (\n    Effect.gen"
      },
      {
        file: "store/database/Database.ts",
        from: 'yield* PgMigrator.run({ loader: steps, table: "migrations" })',
        to: 'for (let most = 1; most < 100; most++) yield* PgMigrator.run({ loader: Effect.map(steps, (all) => all.slice(0, most)), table: "migrations" })'
      }
    ],
    tests: [["test/faults/upgrades.test.ts", "while it upgrades the embedded database"]]
  },
  {
    rule: "starts on an unknown schema",
    edits: [{ file: "store/database/Database.ts", from: "yield* knownSchema(yield* steps)", to: "void knownSchema" }],
    tests: [["test/faults/migrations.test.ts", "is refused in one line and left unchanged ("]]
  },
  {
    rule: "starts on a half-made database",
    edits: [
      { file: "store/database/embeddedDatabase.ts", from: 'join(directory, "database.new")', to: "path" },
      {
        file: "store/database/embeddedDatabase.ts",
        from: "  await rm(aside, { recursive: true, force: true })\n",
        to: "  void rm\n"
      }
    ],
    unready: true,
    tests: [["test/faults/migrations.test.ts", "is followed by one that creates it again"]]
  },
  {
    rule: "starts on a schema with a gap",
    edits: [
      { file: "store/database/knownSchema.ts", from: "if (left === undefined) return", to: "if (left !== null) return" }
    ],
    tests: [["test/faults/migrations.test.ts", "is refused when a step is missing from the middle"]]
  }
]
