import type { ImportKind } from "./Import.ts"

/** A file of another service: recognized by headers that only it has, with the fields of its columns by header in lower case. */
export interface Preset {
  readonly name: string
  readonly kind: ImportKind
  readonly signs: ReadonlyArray<string>
  readonly columns: Readonly<Record<string, string>>
}

const wooAddress = (address: "billing" | "shipping") =>
  Object.fromEntries(
    Object.entries({
      "first name": "first_name",
      "last name": "last_name",
      "address 1": "address1",
      "address 1&2": "address1",
      "address 2": "address2",
      city: "city",
      "state code": "state_code",
      postcode: "postal_code",
      "country code": "country_code"
    }).map(([header, member]) => [`${header} (${address})`, `${address}_address.${member}`])
  )

export const presets: ReadonlyArray<Preset> = [
  {
    // The service's own export comes back whole. Its phones are international: digits have lost their plus sign in a sheet.
    name: "Tally contacts",
    kind: "contacts",
    signs: ["email_consent", "sms_consent", "custom_fields", "order_count", "updated_at"],
    columns: { id: "", phone: "international_phone", custom_fields: "custom_fields", created_at: "", updated_at: "" }
  },
  {
    name: "Shopify orders",
    kind: "orders",
    signs: ["financial status", "lineitem name"],
    columns: { taxes: "", "payment method": "" }
  },
  {
    name: "Shopify customers",
    kind: "contacts",
    signs: ["accepts email marketing", "tax exempt"],
    columns: {
      "accepts email marketing": "email_consent",
      "accepts sms marketing": "sms_consent",
      "default address phone": ""
    }
  },
  {
    name: "WooCommerce orders",
    kind: "orders",
    signs: ["order number", "order status", "order total amount"],
    columns: {
      "order number": "order_id",
      "order status": "order_status",
      "order date": "order_date",
      "email (billing)": "email",
      "phone (billing)": "phone",
      "order total amount": "total",
      "order subtotal amount": "subtotal",
      sku: "line_item.sku",
      "item name": "line_item.title",
      "quantity (- refund)": "line_item.quantity",
      quantity: "line_item.quantity",
      "item cost": "line_item.price",
      "coupon code": "discount.code",
      "discount amount": "discount.amount",
      ...wooAddress("billing"),
      ...wooAddress("shipping")
    }
  },
  {
    name: "WooCommerce customers",
    kind: "contacts",
    signs: ["username", "last active", "date registered"],
    columns: { name: "" }
  },
  {
    name: "Klaviyo profiles",
    kind: "contacts",
    signs: ["klaviyo id"],
    columns: {
      // Always with its country code; a sheet may have taken the plus sign.
      "phone number": "international_phone",
      "email marketing consent": "email_consent",
      "email suppressions": "email_suppressed",
      "email marketing consent timestamp": "email_consent_time",
      "sms marketing consent timestamp": "sms_consent_time",
      "ip address": "email_consent_address",
      source: "consent_source",
      "sms marketing consent": "sms_consent"
    }
  },
  {
    name: "Mailchimp audience",
    kind: "contacts",
    signs: ["member_rating", "leid", "euid"],
    columns: {
      "email address": "email",
      "phone number": "phone",
      tags: "tags",
      optin_time: "email_consent_time",
      optin_ip: "email_consent_address",
      confirm_time: "email_confirmed_time",
      confirm_ip: "email_confirmed_address",
      unsub_time: "email_unsubscribed",
      clean_time: "email_suppressed"
    }
  },
  {
    name: "Omnisend contacts",
    kind: "contacts",
    signs: ["email status"],
    columns: {
      "email status": "email_consent",
      "sms status": "sms_consent",
      "phone status": "sms_consent",
      "phone number": "phone"
    }
  },
  {
    name: "Omnisend contacts",
    kind: "contacts",
    signs: ["email subscription status"],
    columns: {
      "email subscription status": "email_consent",
      "email opt-in date": "email_consent_time",
      "sms subscription status": "sms_consent",
      "sms opt-in date": "sms_consent_time",
      "phone number": "phone"
    }
  },
  {
    // "Subscribed" is the time of the consent, and no word of it.
    name: "MailerLite subscribers",
    kind: "contacts",
    signs: ["subscriber", "subscribed", "groups"],
    columns: { subscriber: "email", subscribed: "email_consent_time", name: "first_name", groups: "tags" }
  },
  {
    name: "Brevo contacts",
    kind: "contacts",
    signs: ["email_blacklisted"],
    columns: {
      // Brevo writes phones with their country code and no plus sign.
      sms: "international_phone",
      prenom: "first_name",
      nom: "last_name",
      email_blacklisted: "email_unsubscribed",
      sms_blacklisted: "sms_unsubscribed"
    }
  }
]

const named = (header: string): string => header.trim().toLowerCase()

/** The preset that knows a file by its headers. */
export const presetOf = (headers: ReadonlyArray<string>): Preset | undefined => {
  const names = new Set(headers.map(named))
  return presets.find(({ signs }) => signs.every((sign) => names.has(sign)))
}

/** The field of a column in a preset: "" if the preset leaves it out, undefined if it does not know it. */
export const presetTarget = (preset: Preset | undefined, header: string): string | undefined => {
  const target =
    preset === undefined ? undefined : Object.entries(preset.columns).find(([name]) => name === named(header))
  return target?.[1]
}
