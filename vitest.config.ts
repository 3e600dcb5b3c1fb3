import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/runner/globalSetup.ts"],
    setupFiles: ["test/support/runner/lawSeed.ts"],
    reporters: ["default", "./test/support/runner/totalsReporter.ts"],
    // The embedded database takes seconds to open on a busy machine, so time-outs only end a test that hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Tests that wait for processes leave a core idle, so three workers use two cores better than two.
    maxWorkers: 3,
    // With isolation each file would load 1,700 modules again, which takes as long as the tests.
    isolate: false
  }
})
