// Preloaded into a program (`--import`): shifts its clock by CLOCK_OFFSET milliseconds.
const offset = Number(process.env["CLOCK_OFFSET"] ?? 0)
const RightDate = Date
const now = (): number => RightDate.now() + offset

globalThis.Date = new Proxy(RightDate, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
  apply: () => new RightDate(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name))
})
