import { setFlagsFromString } from "node:v8"

// V8's default heap grows with the machine. A young generation of 2 × 16 MB keeps it small for little time. Its size is fixed when a process
// starts, so this process replaces itself once.
const semiSpaceFlag = "--max-semi-space-size"
const options = [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].join(" ")
const canReplaceItself = process.platform !== "win32" && process.send === undefined && !options.includes(semiSpaceFlag)

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`Node 22.19 or newer is needed, this is ${process.versions.node}; "npm start" brings its own.\n`)
  process.exitCode = 1
} else {
  if (canReplaceItself) {
    const args = [process.execPath, `${semiSpaceFlag}=16`, ...process.execArgv, ...process.argv.slice(1)]
    // By default glibc keeps freed memory for each thread by itself, a tenth of the process after its start.
    process.execve?.(process.execPath, args, {
      MALLOC_ARENA_MAX: "1",
      MALLOC_TRIM_THRESHOLD_: "131072",
      ...process.env
    })
  }
  // Start a major collection when the heap is 120 % above the last live size, instead of V8's 300 %. Lower values delay calls more often.
  setFlagsFromString("--heap-growing-percent=120")
  // Disable pretenuring: short-lived objects allocated as old keep the memory of their calls until a major collection, which made those 3 to 10
  // times as frequent.
  setFlagsFromString("--no-allocation-site-pretenuring")
  // Optimize functions of the embedded database later than V8 would (13 million), not during the start, where it takes half of the CPU time. On
  // Node 24 optimizing the largest function takes 600 MB (nodejs/node#63421).
  setFlagsFromString("--wasm-tiering-budget=300000000")
  const { launch, launchTests } = await import("./Launch.ts")
  const [, , command, ...files] = process.argv
  if (command === "test") launchTests(files)
  else launch()
}
