import { assert, describe, it } from "@effect/vitest"
import { actorText } from "../../src/dashboard/contacts/actorText.ts"

describe("the actor of an entry of the consent ledger", () => {
  it("is a member by e-mail, and others by their kind", () => {
    const members = [{ id: "usr_1", email: "ada@example.com" }]
    const actors = ["usr_1", "usr_2", "tok_1", "int_1", "contact", "provider", "else"]
    assert.deepStrictEqual(
      actors.map((actor) => actorText(actor, members)),
      ["ada@example.com", "A former user", "An API token", "A connected store", "The contact", "The provider", "else"]
    )
  })
})
