import type { Mutant } from "./mutants.ts"

const members = (name: string) => ["test/http/dashboardMembers.test.ts", name] as const
const links = (name: string) => ["test/http/messageLinks.test.ts", name] as const
const unsubscribePage = (name: string) => ["test/http/unsubscribePage.test.ts", name] as const

/** Rules of the users of an account, and of the links that reach people and come back. */
export const membersAndLinks: ReadonlyArray<Mutant> = [
  {
    rule: "lets a member do what is the owners'",
    edits: [{ in: "ranks", from: "member: 2, owner: 3", to: "member: 3, owner: 3" }],
    tests: [["test/http/roles.test.ts", "is refused below its role, changing nothing"]]
  },
  {
    rule: "leaves the role in an account unchecked",
    edits: [
      {
        in: "AccountAccessLayer",
        from: "yield* requireRole(endpoint, account.role)",
        to: "void requireRole"
      }
    ],
    tests: [["test/http/roles.test.ts", "is refused below its role, changing nothing"]]
  },
  {
    rule: "revokes of a removed user only what is all revoked",
    edits: [
      {
        in: "namedCredentials",
        from: "made.filter(({ id }) => ids.has(id))",
        to: "made.filter(({ id }) => ids.has(id) && false)"
      }
    ],
    tests: [["test/http/rotation.test.ts", "are listed one by one"]]
  },
  {
    rule: "leaves a removed user the token of a store",
    edits: [
      {
        in: "makeMadeCredentials",
        from: "SET digest = ${digest}, encrypted_token = ${encrypted},",
        to: "SET"
      }
    ],
    tests: [["test/http/rotation.test.ts", "are listed one by one"]]
  },
  {
    rule: "removes the last owner of an account",
    edits: [{ in: "Members.ts Members", from: "if (others.length === 0)", to: "if (others.length < 0)" }],
    tests: [members("always include an owner")]
  },
  {
    rule: "accepts an invitation twice",
    edits: [
      {
        in: "Members.ts Members",
        from: "yield* sql`DELETE FROM invitations WHERE account_id = ${account_id} AND invitation_id = ${invitation_id}`",
        to: "void invitation_id"
      }
    ],
    tests: [members("join by a link that works once")]
  },
  {
    rule: "keeps earlier invitations valid",
    edits: [
      {
        in: "Members.ts Members",
        from: "AND (email_key = ${emailKey(email)} OR expires_at <= ${at})",
        to: "AND expires_at <= ${at}"
      }
    ],
    tests: [members("can be invited again")]
  },
  {
    rule: "accepts a link of one kind at another",
    edits: [{ in: "makeLinks", from: ".update(`${kind}.${payload}`)", to: ".update(payload)" }],
    tests: [links("a link that was changed or signed for another purpose")]
  },
  {
    rule: "unsubscribes on a GET request",
    edits: [
      {
        in: "UnsubscribeLayer",
        from: `        const page = yield* takeWorkSlot.pipe(`,
        to: `        const page = yield* signals.unsubscribe(message).pipe(`
      }
    ],
    tests: [links("unsubscribing asks on GET")]
  },
  {
    rule: "lifts a suppression by the link back",
    edits: [
      {
        in: "emailOnResubscribe",
        from: 'state === "compliance_suppressed") return { state, rule: "resubscribe_link_suppressed" }',
        to: 'state === "compliance_suppressed") return { state: "subscribed", rule: "resubscribe_link" }'
      }
    ],
    tests: [unsubscribePage("leads nobody back from a suppression")]
  },
  {
    rule: "resubscribes by the link of another mail",
    edits: [{ in: "emailOnResubscribe", from: "last.source_id === message_id", to: 'message_id !== ""' }],
    tests: [unsubscribePage("leads back for a day")]
  },
  {
    rule: "suppresses a contact after a soft bounce",
    edits: [
      {
        in: "plain.ts outcomeOf",
        from: 'permanent === false ? "soft_bounced" : "bounced"',
        to: '"bounced"'
      }
    ],
    tests: [links("a hard bounce marks the message")]
  },
  {
    rule: "suppresses the recipient after a rejection by policy",
    edits: [
      {
        in: "failureOfEnhanced",
        from: 'enhanced.startsWith("5.7.")) return "policy"',
        to: 'enhanced.startsWith("5.7.")) return "recipient"'
      }
    ],
    tests: [["test/outbound/providers.test.ts", "only a permanent failure of the recipient suppresses"]]
  },
  {
    rule: "drops the STOP of an unknown phone",
    edits: [
      {
        in: "ApplyConsentSignals",
        from: 'keyword === "stop" ? suppressionList.addStop',
        to: 'keyword === "stop" ? suppressionList.removeStop'
      }
    ],
    tests: [
      [
        "test/fieldCases/inbound.test.ts",
        "a STOP from an unknown phone applies to a later contact with it, until a START"
      ]
    ]
  },
  {
    rule: "tracks a link of any scheme",
    edits: [
      {
        in: "linkAddress.ts isWebAddress",
        from: '(parsed.protocol === "http:" || parsed.protocol === "https:")',
        to: 'parsed.protocol !== "javascript:"'
      }
    ],
    tests: [
      [
        "test/laws/links.test.ts",
        "only http and https links are tracked, and links with schemes other than mailto and tel lose their address"
      ]
    ]
  },
  {
    rule: "tracks a link that data brought in",
    edits: [{ in: "namesHost", from: "ownPart === address ||", to: "ownPart.length < 9_999 ||" }],
    tests: [["test/laws/dataLinks.test.ts", "is neither tracked nor signed"]]
  },
  {
    rule: "accepts a scheme with control characters in it",
    edits: [{ in: "isAllowedLink", from: '.replace(/[\\p{C}\\p{Z}\\s]/gu, "")', to: "" }],
    tests: [["test/laws/links.test.ts", "no spelling of a forbidden scheme"]]
  },
  {
    rule: "redirects to an address with characters that headers cannot hold",
    edits: [{ in: "ClickLayer", from: "redirect(marked.href,", to: "redirect(decodeURI(marked.href)," }],
    tests: [links("a click on a non-ASCII link")]
  },
  {
    rule: "lifts a withdrawn consent by an order of any date",
    edits: [
      {
        in: "endsWithdrawal",
        from: "Math.min(placed_at, received_at)",
        to: "Math.max(placed_at, received_at)"
      }
    ],
    tests: [
      ["test/laws/withdrawals.test.ts", "of the person is lifted only by an order placed later or by the merchant"]
    ]
  },
  {
    rule: "lifts an unsubscription by an import",
    edits: [
      {
        in: "writeConsent",
        from: "const isRefused = isLift && !mayLift",
        to: "const isRefused = false"
      }
    ],
    tests: [["test/laws/withdrawals.test.ts", "is not lifted by the earlier order repeated, nor by an import"]]
  },
  {
    rule: "keeps an order at its contact when it gets another address",
    edits: [
      {
        in: "resolveContact",
        from: "before !== undefined && addressKey(before) === addressKey(order) ? current : undefined",
        to: "before !== undefined && addressKey(before) === null ? current : undefined"
      }
    ],
    tests: [
      ["test/fieldCases/people.test.ts", "46: a contact with a changed e-mail keeps its orders, mails and consents"]
    ]
  },
  {
    rule: "moves a run of a merged contact that was read before the merge",
    edits: [
      {
        in: "mergeContact",
        from: "moves = moves + 1 ${whereFrom}",
        to: "moves = moves ${whereFrom}"
      }
    ],
    tests: [["test/flows/merges.test.ts", "are not moved back by a step that read them before the merge"]]
  }
]
