import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/runner/globalSetup.ts"],
    reporters: ["default", "./test/support/runner/totalsReporter.ts"],
    // The embedded database takes seconds to open on a busy machine. Time is never what a test measures.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Processes that are killed are waited for, so that two workers leave two cores idle at times.
    maxWorkers: 3,
    // Some 1,700 modules, loaded anew for each of 130 files, would take as long as the tests.
    isolate: false
  }
})
