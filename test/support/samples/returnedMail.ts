const report = (parts: { readonly text: string; readonly status: string; readonly type?: string }) => `Return-Path: <>
From: Mail Delivery System <MAILER-DAEMON@relay.example>
To: shop@bounces.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=${parts.type ?? "delivery-status"}; boundary="B"

--B
Content-Type: text/plain; charset=utf-8

${parts.text}
--B
Content-Type: message/${parts.type ?? "delivery-status"}

${parts.status}
--B
Content-Type: message/rfc822

From: shop@tea.example
Message-ID: <msg_00000000000000000000000000@tea.example>
Subject: Thank you

Final-Recipient: rfc822; victim@people.example
Action: failed
Status: 5.1.1
--B--
`

const plain = (headers: string, text: string) => `From: ada@people.example
To: shop@bounces.example
${headers}
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

${text}
`

const postfix = (status: string, diagnostic: string, action = "failed") =>
  report({
    text: `This is the mail system at host relay.example.\n\n<ada@people.example>: host mx.people.example said: ${diagnostic}`,
    status: `Reporting-MTA: dns; relay.example
X-Postfix-Queue-ID: 4D9F02A4
X-Postfix-Sender: rfc822; shop@bounces.example
Arrival-Date: Sat, 28 Nov 2026 20:00:00 +0000 (UTC)

Final-Recipient: rfc822; ada@people.example
Original-Recipient: rfc822;ada@people.example
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.people.example
Diagnostic-Code: smtp; ${diagnostic}`
  })

/**
 * Mail that comes back, with what it amounts to; undefined for nothing. In the shapes of Postfix 3.7, Exim 4.96 and Exchange Online, with
 * example people.
 */
export const returnedMail: ReadonlyArray<readonly [name: string, raw: string, expected: string | undefined]> = [
  [
    "Postfix: unknown user",
    postfix("5.1.1", "550 5.1.1 <ada@people.example>: Recipient address rejected:\n    User unknown in table"),
    "bounced 550 5.1.1"
  ],
  ["Postfix: unknown user, no enhanced code", postfix("5.0.0", "550 User unknown"), "bounced 550 5.0.0"],
  ["Postfix: relaying denied", postfix("5.0.0", "550 relay not permitted"), "refused sender 550 5.0.0"],
  ["Postfix: policy", postfix("5.7.1", "554 5.7.1 Message refused by policy"), "refused policy 554 5.7.1"],
  ["Postfix: mailbox full", postfix("5.2.2", "552 5.2.2 Mailbox full"), "soft_bounced 552 5.2.2"],
  [
    "Postfix: given up after days",
    postfix("4.4.1", "connect to mx.people.example[192.0.2.1]:25: timed out"),
    "soft_bounced 450 4.4.1"
  ],
  ["Postfix: delayed", postfix("4.4.1", "451 4.4.1 try again", "delayed"), undefined],
  ["Postfix: delivered", postfix("2.0.0", "250 2.0.0 OK", "delivered"), undefined],
  [
    "Exim: an address that it cannot route",
    report({
      text: "A message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error.\n\n  ada@gone.example\n    Unrouteable address",
      status:
        "Reporting-MTA: dns; relay.example\n\nAction: failed\nFinal-Recipient: rfc822;ada@gone.example\nStatus: 5.0.0"
    }),
    "bounced 550 5.0.0"
  ],
  [
    "Exim: refused by the receiving server",
    report({
      text: "  ada@people.example\n    host mx.people.example [192.0.2.1]\n    SMTP error from remote mail server after RCPT TO:<ada@people.example>:\n    550 Sender verify failed",
      status:
        "Reporting-MTA: dns; relay.example\n\nAction: failed\nFinal-Recipient: rfc822;ada@people.example\nStatus: 5.0.0\nRemote-MTA: dns; mx.people.example\nDiagnostic-Code: smtp; 550 Sender verify failed"
    }),
    "refused sender 550 5.0.0"
  ],
  [
    "Exchange: recipient not found",
    report({
      text: "Your message to ada@people.example couldn't be delivered.",
      status:
        "Reporting-MTA: dns;AM0PR01.eurprd01.prod.exchangelabs.com\nReceived-From-MTA: dns;relay.example\n\nFinal-Recipient: rfc822;ada@people.example\nAction: failed\nStatus: 5.1.10\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ada@people.example not found by SMTP address lookup\nX-Display-Name: Ada"
    }),
    "bounced 550 5.1.10"
  ],
  [
    "Exchange: access denied for unknown users",
    report({
      text: "Delivery has failed",
      status:
        "Reporting-MTA: dns;exchange.example\n\nFinal-recipient: RFC822;ada@people.example\nAction: Failed\nStatus: 5.4.1\nDiagnostic-code: smtp;550 5.4.1 Recipient address rejected: Access denied. [VE1EUR01FT0.eop-EUR01.prod.protection.outlook.com]"
    }),
    "bounced 550 5.4.1"
  ],
  [
    "Exchange: quota",
    report({
      text: "The mailbox is full",
      status:
        "Reporting-MTA: dns;exchange.example\n\nFinal-Recipient: rfc822;ada@people.example\nAction: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp;554 5.2.2 mailbox full"
    }),
    "soft_bounced 554 5.2.2"
  ],
  [
    "a receipt of reading",
    report({
      type: "disposition-notification",
      text: "Your mail was read",
      status:
        "Final-Recipient: rfc822;ada@people.example\nDisposition: manual-action/MDN-sent-manually; displayed\nAction: failed\nStatus: 5.1.1"
    }),
    undefined
  ],
  [
    "out of office",
    plain(
      "Subject: Automatic reply: Thank you\nAuto-Submitted: auto-replied",
      "I am out of the office. 550 5.1.1 User unknown"
    ),
    undefined
  ],
  [
    "a challenge",
    plain("Subject: Please confirm your mail [550 5.1.1]", "Action: failed\nStatus: 5.1.1\nClick to be let through"),
    undefined
  ],
  [
    "somebody who forwards a report",
    postfix("5.1.1", "550 5.1.1 User unknown").replace(
      "multipart/report; report-type=delivery-status",
      "multipart/mixed"
    ),
    undefined
  ],
  ["an answer of the person", plain("Subject: Re: Thank you", "Lovely tea!"), undefined],
  ["nothing", "", undefined]
]
