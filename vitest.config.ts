import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/globalSetup.ts"],
    reporters: ["default", "./test/support/totalsReporter.ts"],
    // The embedded database takes seconds to open on a busy machine. Time is never what a test measures.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 2
  }
})
