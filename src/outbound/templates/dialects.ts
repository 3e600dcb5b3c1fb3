import { isTimezone } from "../../domain/zones/zoneData.ts"
import { isKnown, type KnownVariables, nearestVariable } from "./templateVariables.ts"

// Variables, filters and tags of other services, without their punctuation, by the form to use instead.
const byForm = (forms: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(forms).flatMap(([form, names]) => names.split(" ").map((name) => [name, form] as const)))

const variables = byForm({
  "contact.first_name": "fname firstname first givenname",
  "contact.last_name": "lname lastname last surname familyname",
  "contact.email": "email emailaddress mail",
  "contact.phone": "phone phonenumber mobile sms",
  "contact.tags": "tags",
  "account.name": "company companyname listcompany shop shopname storename sitename organizationname businessname",
  unsubscribe_url:
    "pmunsubscribe pmunsubscribeurl unsub unsubscribe unsubscribelink unsubscribeurl optout optoutlink optouturl",
  preferences_url: "preferences managepreferences managepreferencesurl updateprofile preferencecenter",
  "order.order_id": "orderid ordernumber ordername",
  "order.total": "ordertotal totalprice ordertotalprice",
  "order.placed_at": "orderdate ordercreatedat",
  "order.line_items": "orderitems orderproducts lineitems"
})

const filters = byForm({
  "money, or round: 2": "floatformat",
  money:
    "currency currency_format format_currency money_with_currency money_without_currency money_without_trailing_zeros formatcurrency",
  capitalize: "title titlecase title_case proper",
  upcase: "upper uppercase",
  downcase: "lower lowercase",
  size: "length count",
  strip: "trim",
  truncate: "truncatechars",
  truncatewords: "truncate_words",
  plus: "add",
  default: "default_if_none missing_value",
  newline_to_br: "linebreaksbr linebreaks nl2br",
  raw: "safe safe_html",
  url_encode: "urlencode",
  'date: "%d %B %Y"': "format_date formatdate dateformat date_format format_date_string format_datetime strftime"
})

const tags = byForm({
  "{{ unsubscribe_url }}":
    "unsubscribe unsubscribe_link unsubscribe_url manage_preferences manage_preferences_link manage_preferences_url",
  "{% elsif %}": "elif elseif",
  '{{ "now" | date: "%Y" }}': "current_year now today current_timestamp",
  "{% assign name = value %}": "with set let",
  "{% endif %}, {% endunless %}, {% endcase %} or {% endfor %} after its opening tag":
    "end endif endunless endcase endfor",
  "the HTML itself; templates cannot include others": "include render load extends block layout section"
})

const peopleOfOthers = new Set([
  "person",
  "contact",
  "subscriber",
  "customer",
  "user",
  "recipient",
  "profile",
  "member"
])
const eventsOfOthers = new Set(["event", "params", "data", "properties", "trigger"])

const member = (name: string): string => (/^\w+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`)

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "")

const isPersonOfOthers = (root: string): boolean => peopleOfOthers.has(root.toLowerCase())

/** The variable that has this name at another service; undefined for names of none. */
const translationOf = (segments: ReadonlyArray<string>): string | undefined => {
  const [root = ""] = segments
  const last = segments.at(-1) ?? ""
  return (
    variables.get(bare(segments.join(""))) ??
    (isPersonOfOthers(root) || root === "order" ? variables.get(bare(last)) : undefined)
  )
}

/** The variable for one of another service; undefined if none of `known` is like it. */
const variableFor = (segments: ReadonlyArray<string>, known: KnownVariables): string | undefined => {
  const [root = "", ...rest] = segments
  const isPerson = isPersonOfOthers(root)
  const members = rest.map(member).join("")
  const found =
    translationOf(segments) ??
    nearestVariable(segments, known) ??
    (isPerson && rest.length > 0 ? `contact.custom_fields${members}` : undefined) ??
    (eventsOfOthers.has(root.toLowerCase()) && rest.length > 0 ? `event.event_data${members}` : undefined)
  return found !== undefined && isKnown(found.split(/[.[]/), known) ? found : undefined
}

/** A hint that follows the message about an unknown variable: the right name. Empty if no name is like it. */
export const variableHint = (segments: ReadonlyArray<unknown>, known: KnownVariables): string => {
  if (segments[0] === "coupon") return ". Write {{ coupon. and the name of a coupon }}"
  const index = segments.findIndex((segment) => typeof segment !== "string")
  const names = segments.slice(0, index < 0 ? segments.length : index).filter((segment) => typeof segment === "string")
  const mistyped = translationOf(names) === undefined ? nearestVariable(names, known) : undefined
  if (mistyped !== undefined) return `. Did you mean {{ ${mistyped} }}?`
  const variable = names.length === segments.length ? variableFor(names, known) : undefined
  return variable === undefined ? "" : `. Write {{ ${variable} }}`
}

/** A hint that follows an error of Liquid: the right spelling of the part that it names. Empty if none is like it. */
export const errorHint = (error: string): string => {
  const [, filter, tag] = /^undefined filter: (\w+)|^tag "(\w+)" not found/.exec(error) ?? []
  const form = filters.get(filter ?? "")
  if (form !== undefined) return `. Write | ${form}`
  return tags.has(tag ?? "") ? `. Write ${tags.get(tag ?? "") ?? ""}` : ""
}

interface ForeignForm {
  readonly pattern: RegExp
  /** The right spelling for a match with this name. */
  readonly instead: (name: string, known: KnownVariables) => string
}

// Services name their links to leave in many ways: `asm_group_unsubscribe_raw_url`, `subscription_unsubscribe_url`.
const linkFor = (name: string): string | undefined => {
  if (/preference|manage|profile/i.test(name)) return "preferences_url"
  return /unsub|optout|opt_out/i.test(name) ? "unsubscribe_url" : undefined
}

const variable = (name: string, known: KnownVariables): string => {
  const own = isKnown(name.split("."), known) ? name : (variableFor(name.split("."), known) ?? linkFor(name))
  return own === undefined ? "a variable of this flow, such as {{ contact.first_name }}" : `{{ ${own} }}`
}

const condition = "{% if … %}, {% else %} and {% endif %}"

// Bounded, so that a match costs no more than its own length. A name ends where no character of names follows: two classes that overlap would
// try each division between them.
const foreignForms: ReadonlyArray<ForeignForm> = [
  {
    pattern: /\*\|([^|*\n]{1,100})\|\*/g,
    instead: (name, known) => (/^(?:if|ifnot|else|elseif|end)\b/i.test(name) ? condition : variable(name, known))
  },
  { pattern: /\[\[ {0,9}([A-Za-z][\w.]{0,60})(?![\w.])[^\]\n]{0,60}\]\]/g, instead: variable },
  { pattern: /\{\$([A-Za-z_][\w.]{0,60})\}/g, instead: variable },
  { pattern: /%(FIRSTNAME|LASTNAME|EMAIL|PHONE|UNSUBSCRIBELINK)%/g, instead: variable },
  {
    pattern: /\b(\w{1,60} {0,9}\| {0,9}lookup {0,9}: {0,9}(?:"[^"\n]{1,60}"|'[^'\n]{1,60}'))/g,
    instead: (lookup, known) => {
      const [head = "", name = ""] = lookup.split(/["']/)
      const [root = ""] = head.split("|")
      return variableFor([root.trim(), name], known) ?? "contact.custom_fields.name"
    }
  },
  { pattern: /\{#([^{}\n]{0,200})#\}/g, instead: () => "{% comment %} and {% endcomment %}" },
  { pattern: /\{\{\{?[#/] {0,9}(if|each|unless|with)\b/g, instead: () => condition },
  { pattern: /\{\{\{ {0,9}([A-Za-z][\w.:]{0,60}) {0,9}\}\}\}/g, instead: variable },
  // Mautic
  { pattern: /(?<!\{)\{(?:contactfield=)([A-Za-z_]{1,60})\}/g, instead: variable },
  { pattern: /(?<!\{)\{((?:unsubscribe|webview|resubscribe)_(?:url|text))\}/g, instead: variable },
  // MailPoet
  {
    pattern: /\[(?:subscriber|link|newsletter|date|site):([A-Za-z_]{1,60})(?: {0,9}\| {0,9}default:[^\]\n]{0,60})?\]/g,
    instead: variable
  },
  // SendGrid, and pages of servers
  { pattern: /<%=? {0,9}([A-Za-z_][\w.]{0,60}) {0,9}%>/g, instead: variable },
  // Braze
  { pattern: /\{\{ {0,9}\$\{([A-Za-z_]{1,60})\}/g, instead: variable },
  // Salesforce
  { pattern: /%%([A-Za-z_]{1,60})%%/g, instead: variable },
  // Campaign Monitor
  { pattern: /\[([A-Za-z_]{1,60}),fallback=[^\]\n]{0,60}\]/g, instead: variable },
  // Mailgun
  { pattern: /%(recipient\.[A-Za-z_]{1,60}|(?:mailing_list_|tag_)?unsubscribe_(?:url|email))%/g, instead: variable },
  // Zoho Campaigns
  { pattern: /[$]\[([A-Za-z_]{1,60})(?:\|[^\]\n]{0,60})?\][$]/g, instead: variable },
  // AWeber
  { pattern: /\{!([A-Za-z_]{1,60})\}/g, instead: variable }
]

const maxForms = 20

// Bounded like the forms of others.
const dates =
  /\|\s{0,9}date\s{0,9}:\s{0,9}(?:"([^"\n]{0,200})"|'([^'\n]{0,200})')(?:\s{0,9},\s{0,9}(?:"([^"\n]{0,64})"|'([^'\n]{0,64})'))?/g

/** The issues of formats and zones of dates that would not be shown as Liquid for Ruby shows them, each with the form to write. */
export const dateIssues = (source: string): ReadonlyArray<string> => {
  const issues = new Set<string>()
  for (const [, double, format = double ?? "", doubleZone, zone = doubleZone] of source.matchAll(dates)) {
    if (/%[-0^#_]{0,4}\d{0,10}Z/.test(format))
      issues.add("%Z has no name for a zone that everybody reads alike. Write %z")
    if (zone !== undefined && !isTimezone(zone))
      issues.add(`${zone} is no IANA time zone. Write one like "Europe/Berlin"`)
  }
  return [...issues].slice(0, maxForms)
}

/** The issues of a template with forms of other services, which would be sent as they are or fail, each with the form to write. */
export const foreignIssues = (source: string, known: KnownVariables): ReadonlyArray<string> => {
  const issues = new Set<string>()
  for (const { pattern, instead } of foreignForms)
    for (const [form, name = ""] of source.matchAll(pattern)) {
      if (issues.size < maxForms) issues.add(`${form} is a form of another service. Write ${instead(name, known)}`)
    }
  return [...issues]
}
