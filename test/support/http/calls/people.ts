import { Effect } from "effect"
import { operator } from "../../browser/dashboard.ts"
import type { mailServer } from "../../messages/providers.ts"
import type { Desk } from "./desk.ts"
import type { Request } from "./request.ts"

const { password } = operator
const emailOf = (n: number) => `person${n}@example.com`
type Mails = Effect.Success<ReturnType<typeof mailServer>>

/** The secret of the last link mailed to an address. */
const secretMailed = (mails: Mails, n: number): string =>
  /\/dashboard\/setup#([\w-]+)/.exec(
    (mails.received.findLast(({ to }) => to === emailOf(n))?.raw ?? "").replace(/=\r\n/g, "")
  )?.[1] ?? ""

/** Sign-in, sign-out, passwords and reset links. */
export const sessionCalls = ({ call, open, person, session }: Desk, mails: Mails): ReadonlyArray<Request> => {
  const existingUser = (n: number) => Effect.map(person(n), (id) => ({ account: "", id }))
  const signedIn = (n: number) => Effect.map(Effect.flatMap(person(n), session), (id) => ({ account: "", id }))
  const signIn = (n: number, cookie: string) => open("/session", { email: emailOf(n), password }, { cookie })
  return [
    { name: "POST /dashboard/api/session", prepare: existingUser, ask: (n) => signIn(n, "") },
    {
      name: "POST /dashboard/api/session (over another session)",
      prepare: signedIn,
      ask: (n, { id }) => signIn(n, id)
    },
    {
      name: "DELETE /dashboard/api/session",
      prepare: signedIn,
      ask: (_, { id }) => call("DELETE", "/session", undefined, id)
    },
    {
      name: "PUT /dashboard/api/password",
      prepare: signedIn,
      ask: (_, { id }) => call("PUT", "/password", { current_password: password, new_password: "another password" }, id)
    },
    {
      name: "POST /dashboard/api/forgotten-password",
      answersFirst: true,
      prepare: existingUser,
      ask: (n) =>
        Effect.tap(open("/forgotten-password", { email: emailOf(n) }), ({ status }) =>
          status === 200
            ? Effect.timeoutOption(
                mails.arrived(1, ({ to }) => to === emailOf(n)),
                "2 seconds"
              )
            : Effect.void
        )
    }
  ]
}

/** Members of an account, and their invitations. */
export const memberCalls = (
  { about, call, member, open, person, session }: Desk,
  mails: Mails
): ReadonlyArray<Request> => {
  const invite = (account: string, n: number) =>
    Effect.map(
      call("POST", `/accounts/${account}/users`, { email: emailOf(n), role: "member" }),
      ({ json }) => json.data
    )
  const invited = (account: string, n: number) => Effect.map(invite(account, n), ({ id }) => String(id))
  const linked = (account: string, n: number) => Effect.map(invite(account, n), () => secretMailed(mails, n))
  const setUp = (n: number, secret: string) => open("/setup", { secret, email: emailOf(n), password })
  const linkFor = (
    name: string,
    secret: (account: string, n: number) => Effect.Effect<string>,
    dies?: string
  ): Request => ({
    ...about(`POST /setup (${name})`, { thing: secret, ...(dies === undefined ? {} : { dies }) }),
    ask: (n, { id }) => setUp(n, id)
  })
  const user = "/accounts/:account/users/:id"
  const invitation = (_: unknown, n: number) => ({ email: emailOf(n), role: "owner" })
  return [
    about("POST /accounts/:account/users", { body: (n) => invitation(null, n) }),
    about("POST /accounts/:account/users (invited again)", { thing: invited, body: (n) => invitation(null, n) }),
    about(`PATCH ${user}`, { thing: member, body: () => ({ role: "owner" }) }),
    about(`PATCH ${user} (who is invited)`, { thing: invited, body: () => ({ role: "owner" }) }),
    about(`DELETE ${user}`, { thing: member }),
    about(`DELETE ${user} (who is invited)`, { thing: invited }),
    about(`POST ${user}/password-reset`, { thing: member }),
    linkFor("a new owner", (_, n) =>
      Effect.map(call("POST", "/accounts", { name: `Set up ${n}`, owner: { email: emailOf(n) } }), () =>
        secretMailed(mails, n)
      )
    ),
    linkFor("somebody new who was invited", linked),
    linkFor(
      "somebody known who was invited",
      (account, n) => Effect.andThen(person(n), linked(account, n)),
      "INSERT INTO memberships"
    ),
    {
      ...about("POST /invitations", {
        thing: (account, n) =>
          Effect.gen(function* () {
            const cookie = yield* Effect.flatMap(person(n), session)
            return JSON.stringify({ cookie, secret: yield* linked(account, n) })
          })
      }),
      ask: (_, { id }) => {
        const { cookie, secret }: { readonly cookie: string; readonly secret: string } = JSON.parse(id)
        return call("POST", "/invitations", { secret }, cookie)
      }
    },
    about(`DELETE ${user} (with what they know)`, { thing: member })
  ]
}
