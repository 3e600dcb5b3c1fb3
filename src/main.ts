const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`Node 22.19 or newer is needed, this is ${process.versions.node}; "npm start" brings its own.\n`)
  process.exitCode = 1
} else {
  const { launch } = await import("./Launch.ts")
  launch()
}
