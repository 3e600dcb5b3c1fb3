import { Clock, DateTime, Effect, Result } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import type { ProductsGroup } from "../../api/Products.ts"
import { NotFound } from "../../domain/Errors.ts"
import type { Product } from "../../domain/products/Product.ts"
import { productJson, variantFigures } from "../../domain/products/productJson.ts"
import { productPreview } from "../../domain/products/productPreview.ts"
import { readProduct } from "../../domain/products/readProduct.ts"
import { readProductBatch } from "../../domain/products/readProductBatch.ts"
import { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { PutProducts } from "../../programs/products/PutProducts.ts"
import { Products } from "../../store/products/Products.ts"
import { appliedHeaders, handlingOf, wantsDryRun, warningsMember } from "../public/Preferences.ts"
import { readJson } from "../server/Body.ts"
import { bodyLimit } from "../server/bodyLimit.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { accountId } from "./accountId.ts"
import { countedPage } from "./keysetPage.ts"

const listedProduct = (product: Product) => ({
  id: product.product_id,
  source: product.source,
  title: product.title,
  url: product.url,
  image_url: product.image_url,
  vendor: product.vendor,
  product_type: product.product_type,
  published: product.published,
  in_stock: product.in_stock,
  ...variantFigures(product.variants),
  updated_at: DateTime.makeUnsafe(product.changed_at),
  created_at: DateTime.makeUnsafe(product.created_at)
})

const json = { contentType: "application/json" } as const

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof ProductsGroup>) {
  const products = yield* PutProducts
  const queries = yield* Products

  const find = Effect.fnUntraced(function* (product_id: string) {
    const found = yield* queries.get(yield* accountId, product_id)
    return found === undefined || found.removed ? yield* new NotFound() : found
  })

  const contextOf = Effect.fnUntraced(function* (product_id: string) {
    const new_product_key = yield* makeId("prd")
    return { account_id: yield* accountId, product_id, new_product_key, source: "api" as const }
  })

  return (
    handlers
      .handle(
        "list",
        Effect.fnUntraced(function* ({ query }) {
          const account_id = yield* accountId
          const { q, ids, in_stock, updated_since } = query
          const filter = {
            q,
            ids,
            in_stock: in_stock === undefined ? undefined : in_stock === "true",
            updated_since: updated_since?.epochMilliseconds
          }
          const page = yield* countedPage(
            query,
            {
              positionOf: (product: Product) => ({ at: product.changed_at, id: product.product_key }),
              keyOf: ({ at, id }) => ({ changed_at: at, product_key: id }),
              read: (slice) => queries.list(account_id, filter, slice)
            },
            (max) => queries.count(account_id, filter, max)
          )
          return { ...page, data: page.data.map(listedProduct) }
        })
      )
      // Raw: prices are echoed to the digit.
      .handleRaw("get", ({ params }) =>
        Effect.map(find(params.id), (product) => HttpServerResponse.text(`{"data":${productJson(product)}}`, json))
      )
      .handleRaw(
        "put",
        Effect.fnUntraced(function* ({ params, request }) {
          const body = yield* readJson(request, bodyLimit)
          const [dry, handling] = [wantsDryRun(request), handlingOf(request)]
          const context = { ...(yield* contextOf(params.id)), now: yield* Clock.currentTimeMillis }
          const { report, warnings } = yield* readProduct(body, context, handling)
          const headers = appliedHeaders({ dry, handling })
          const noted = warningsMember(handling, warnings)
          const { account_id } = context
          const [result] = yield* dry ? products.preview(account_id, [report]) : products.put(account_id, [report])
          const decision = result === undefined ? yield* new NotFound() : yield* Effect.fromResult(result)
          const data = productJson(decision.product)
          if (dry) {
            const dry_run = JSON.stringify(productPreview(decision))
            return HttpServerResponse.text(`{"data":${data},"dry_run":${dry_run}${noted}}`, { ...json, headers })
          }
          const status = decision.created ? 201 : 200
          return HttpServerResponse.text(`{"data":${data}${noted}}`, { ...json, headers, status })
        })
      )
      .handleRaw(
        "batch",
        Effect.fnUntraced(function* ({ request }) {
          const body = yield* readJson(request, bodyLimit)
          const [dry, handling] = [wantsDryRun(request), handlingOf(request)]
          const account_id = yield* accountId
          const now = yield* Clock.currentTimeMillis
          const read = yield* readProductBatch(body, { account_id, source: "api", now }, handling)
          const reports = read.flatMap(({ result }) => (Result.isSuccess(result) ? [result.success] : []))
          const results = yield* dry ? products.preview(account_id, reports) : products.put(account_id, reports)
          let next = 0
          const data = read.map(({ id, result, warnings }) => {
            const decided = Result.flatMap(
              result,
              () => results[next++] ?? Result.fail(new ValidationFailed({ issues: [] }))
            )
            const noted = handling === "lenient" ? { warnings } : {}
            if (Result.isFailure(decided)) return { id, status: "failed", details: decided.failure.issues, ...noted }
            const { changed, created } = decided.success
            return { id, status: created ? "created" : changed ? "replaced" : "unchanged", details: [], ...noted }
          })
          return HttpServerResponse.jsonUnsafe({ data }, { headers: appliedHeaders({ dry, handling }) })
        })
      )
      .handleRaw(
        "remove",
        Effect.fnUntraced(function* ({ params }) {
          const product = yield* find(params.id)
          const context = yield* contextOf(params.id)
          yield* products.put(context.account_id, [{ ...context, fields: null, at: null }])
          return HttpServerResponse.text(`{"data":${productJson(product)}}`, json)
        })
      )
  )
})

export const ProductsHandlers = HttpApiBuilder.group(Api, "products", build)
export const DashboardProductsHandlers = HttpApiBuilder.group(DashboardApi, "products", build)
