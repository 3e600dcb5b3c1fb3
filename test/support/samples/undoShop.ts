import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { FileLayout } from "../../../src/domain/imports/FileLayout.ts"
import { RunUndos } from "../../../src/programs/changes/RunUndos.ts"
import { RunImports } from "../../../src/programs/imports/RunImports.ts"
import { ownerBrowser } from "../browser/dashboard.ts"
import { layoutOfCsv } from "./imports.ts"

/** An owner who imports files of contacts and undoes them. */
export const shop = Effect.fnUntraced(function* (name: string) {
  const owner = yield* ownerBrowser(name)
  const base = `/accounts/${owner.account}`
  const imports = yield* RunImports
  const undos = yield* RunUndos
  const importFile = Effect.fnUntraced(function* (text: string, change: Partial<FileLayout> = {}) {
    const file = new TextEncoder().encode(text)
    const layout = { ...layoutOfCsv("contacts", file), ...change }
    const input = { kind: "contacts", file_name: "people.csv", file_size: file.length, layout }
    const made = yield* owner.call("POST", `${base}/imports`, input)
    const path = `${base}/imports/${made.json.data.id}`
    yield* owner.call("PUT", `${path}/file?from=0`, file)
    yield* owner.call("POST", `${path}/start`)
    yield* imports.step.pipe(Effect.repeat({ until: (count) => count === 0 }))
    return String(made.json.data.id)
  })
  const at = (id: string) => `${base}/bulk-changes/${id}`
  const undo = Effect.fnUntraced(function* (id: string) {
    const started = yield* owner.call("POST", `${at(id)}/undo`)
    assert.strictEqual(started.status, 200, started.text)
    yield* undos.step.pipe(Effect.repeat({ until: (found) => !found }))
    return (yield* owner.call("GET", at(id))).json.data
  })
  const keptOf = Effect.fnUntraced(function* (id: string) {
    const { json } = yield* owner.call("GET", `${at(id)}/kept`)
    return json.data
  })
  const contact = (first_name: string) =>
    Effect.map(owner.call("GET", `${base}/contacts`), ({ json }) =>
      json.data.find((one: { first_name: string }) => one.first_name === first_name)
    )
  const people = Effect.map(owner.call("GET", `${base}/contacts`), ({ json }) => json.pagination.total_count)
  const ledger = Effect.fnUntraced(function* (first_name: string) {
    const { id } = yield* contact(first_name)
    return (yield* owner.call("GET", `${base}/contacts/${id}/consent`)).json.data.history
  })
  const create = Effect.fnUntraced(function* (body: object) {
    const made = yield* owner.call("POST", `${base}/contacts`, body)
    assert.strictEqual(made.status, 201, made.text)
    return String(made.json.data.id)
  })
  return { owner, base, importFile, undo, at, keptOf, contact, people, ledger, create }
})
