import { setFlagsFromString } from "node:v8"

// What V8 takes by itself grows with the machine, to 400 MB under load where 60 MB are alive. A young generation of 2 × 16 MB
// costs 5 % more time than one of 2 × 64 MB; its size is settled when a process begins, so this one begins again, as itself.
const young = "--max-semi-space-size"
const options = [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].join(" ")
const mayBeginAgain = process.platform !== "win32" && process.send === undefined && !options.includes(young)

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`Node 22.19 or newer is needed, this is ${process.versions.node}; "npm start" brings its own.\n`)
  process.exitCode = 1
} else {
  if (mayBeginAgain) {
    const own = [process.execPath, `${young}=16`, ...process.execArgv, ...process.argv.slice(1)]
    process.execve?.(process.execPath, own, process.env)
  }
  // The old generation is cleaned when it is 120 % above what was alive last time, not at four times that. Sooner, calls would wait
  // for it more often: some 100 ms of both cores each time.
  setFlagsFromString("--heap-growing-percent=120")
  // Nothing is made old from the start: what lives no longer than a call but is made old keeps the rest of its call from being
  // collected with the young, so that the old are cleaned three to ten times as often, for some 60 ms each time.
  setFlagsFromString("--no-allocation-site-pretenuring")
  // A function of the embedded database is compiled well when it has run for a while, not while everything starts: at V8's own
  // figure, 13 million, that takes half of a start's CPU time. One of 105 KB is compiled within seconds all the same: in 24 MB
  // by Node 26, in 604 MB by Node 24 (nodejs/node#63421).
  setFlagsFromString("--wasm-tiering-budget=300000000")
  const { launch } = await import("./Launch.ts")
  launch()
}
