import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/browser/**"],
    globalSetup: ["test/support/globalSetup.ts"],
    reporters: ["default", "./test/support/totalsReporter.ts"],
    // The embedded database takes seconds to open on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2
  }
})
