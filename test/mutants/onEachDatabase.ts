import type { Mutant } from "./mutants.ts"

/** A rule that tests must see broken on each database by itself: they have the database in their names, ahead of those words. */
export const onEachDatabase = (mutant: Mutant): ReadonlyArray<Mutant> =>
  (["embedded", "PostgreSQL"] as const).map((database) => ({
    ...mutant,
    rule: `${mutant.rule}, ${database}`,
    tests: mutant.tests.map(([file, name]) => [file, `${database} … ${name}`] as const)
  }))
