import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import type { Platform } from "../../src/domain/integrations/IntegrationKind.ts"
import { readPlatformWebhook } from "../../src/domain/integrations/readPlatformWebhook.ts"
import { parseObject } from "../../src/domain/json/Json.ts"
import { fillLanguage } from "../../src/domain/languages/fillLanguage.ts"
import { Language } from "../../src/domain/languages/Language.ts"
import { languageOfContact, languageOfTag } from "../../src/domain/languages/messageWords.ts"
import { shopifyOrder, webhookText } from "../support/samples/shopifyWebhooks.ts"
import { bigOrder, wooOrder } from "../support/samples/storeWebhooks.ts"

const Name = Schema.Literals(["language", "Locale", "preferred language", "__proto__", "tea", "lang"])
const Value = Schema.Union([Schema.Literals(["de", "fr-CA", "ja", "", " ", "Klingon"]), Schema.Null, Schema.Boolean])
const Fields = Schema.Array(Schema.Tuple([Name, Value])).check(Schema.isMaxLength(4))
const Tag = Schema.NullOr(Schema.Union([Schema.String, Schema.Literals(["de", "pt-BR", "EN_us", "ja", ""]), Language]))

const isBlank = (value: unknown) => value === null || (typeof value === "string" && value.trim() === "")
const own = (fields: Readonly<Record<string, unknown>>) =>
  Object.entries(fields).filter(([name, value]) => name !== "tea" && name !== "__proto__" && !isBlank(value))

describe("the language in which a contact was met", () => {
  it.prop(
    "is kept only where no field tells one, and then as one that messages are written in",
    [Fields, Tag],
    ([all, tag]) => {
      const fields = Object.fromEntries(all)
      const { language } = fillLanguage(fields, tag)
      assert.strictEqual(language, own(fields).length > 0 ? undefined : (languageOfTag(tag) ?? undefined))
    }
  )
  it.prop("never changes what a contact reads, and the first one stays", [Fields, Tag, Tag], ([all, tag, later]) => {
    const fields = Object.fromEntries(all)
    const first = { ...fields, ...fillLanguage(fields, tag) }
    const before = languageOfContact(fields)
    if (before !== null) assert.strictEqual(languageOfContact(first), before)
    if (languageOfTag(tag) !== null) assert.deepStrictEqual({ ...first, ...fillLanguage(first, later) }, first)
  })
})

const parsed = (body: Record<string, unknown>) =>
  Result.getOrThrow(parseObject(new TextEncoder().encode(webhookText(body))))

describe("an order of a platform", () => {
  it("tells the language in which it was placed, where the platform or its plugin for languages says so", () => {
    const languageOf = (platform: Platform, topic: string, body: Record<string, unknown>) => {
      const found = readPlatformWebhook(platform, topic, parsed(body))
      return found.type === "order" ? found.buyer.language : undefined
    }
    const meta_data = [{ id: 1, key: "other", value: "fr" }, 7, { id: 2, key: "wpml_language", value: "de" }]
    const big = (members: Record<string, unknown>) =>
      languageOf("bigcommerce", "store/order/updated", bigOrder(1, members))
    const woo = (members: Record<string, unknown>) => languageOf("woocommerce", "order.updated", wooOrder(1, members))
    const shopify = (members: Record<string, unknown>) =>
      languageOf("shopify", "orders/updated", shopifyOrder(1, members))
    assert.deepStrictEqual([shopify({}), shopify({ customer_locale: "de-AT" })], [null, "de-AT"])
    assert.deepStrictEqual([big({}), big({ customer_locale: "en" })], [null, "en"])
    assert.deepStrictEqual([woo({}), woo({ meta_data }), woo({ meta_data: "x" })], [null, "de", null])
  })
})
