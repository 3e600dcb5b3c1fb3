import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type AcceptanceFacts, decideAcceptance } from "../../src/domain/accounts/Acceptance.ts"

const facts = Schema.Struct({
  user: Schema.UndefinedOr(Schema.Struct({ active: Schema.Boolean, proven: Schema.Boolean })),
  linkProves: Schema.Boolean,
  passwordMatches: Schema.Boolean,
  newPasswordGiven: Schema.Boolean
})

const accepts = (given: AcceptanceFacts) => !["choose", "wrong"].includes(decideAcceptance(given))

describe("the acceptance of an invitation", () => {
  it.prop("leaves no password in force that was set before the address was proven", [facts], ([given]) => {
    if (given.user !== undefined && !given.user.proven && accepts(given)) {
      const decision = decideAcceptance(given)
      assert.isTrue(decision === "replace" || (decision === "set" && !given.passwordMatches))
    }
  })

  it.prop(
    "does not change an active user's password by a link shown to somebody else, without the old password",
    [facts],
    ([given]) => {
      if (given.user?.active === true && !given.linkProves && !given.passwordMatches) {
        assert.strictEqual(decideAcceptance(given), "wrong")
      }
    }
  )

  it.prop(
    "keeps password and access of an active user with a proven address who gives their password",
    [facts],
    ([given]) => {
      if (given.user?.active === true && given.user.proven && given.passwordMatches) {
        assert.strictEqual(decideAcceptance(given), "keep")
      }
    }
  )

  it.prop("ends the sessions of a user who acts for no account", [facts], ([given]) => {
    if (given.user !== undefined && !given.user.active && accepts(given)) {
      assert.notStrictEqual(decideAcceptance(given), "keep")
    }
  })

  it.prop("is possible for everybody by a link that was mailed to the address", [facts], ([given]) => {
    if (given.linkProves && !(given.passwordMatches && given.user?.proven === false)) assert.isTrue(accepts(given))
  })
})
