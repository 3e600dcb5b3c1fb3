import Fastify, { type FastifyReply, type FastifyRequest } from "fastify"
import { createHash } from "node:crypto"
import { Pool, types } from "pg"
import { checkBody } from "./body.ts"
import { placeOrder, queryOn } from "./order.ts"
import { admit } from "./statements.ts"

/** The peer, a conventional implementation: Fastify, a pg pool with prepared statements, one transaction an order. */

// Keeps json columns as text, since free-form members are echoed as stored.
types.setTypeParser(types.builtins.JSON, (text) => text)

const pool = new Pool({
  connectionString: process.env["DATABASE_URL"],
  max: Number(process.env["DATABASE_CONNECTIONS"] ?? 10),
  statement_timeout: 3000,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 5000
})

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

const failed = (reply: FastifyReply, status: number, code: string, message: string, details?: unknown) =>
  reply.code(status).send({ error: { code, message, details } })

const place = async (request: FastifyRequest, reply: FastifyReply) => {
  const token = /^Bearer (service_[0-9a-f]{40})$/.exec(request.headers.authorization ?? "")?.[1]
  if (token === undefined) return failed(reply, 401, "unauthorized", "The bearer token is missing or malformed")
  const client = await pool.connect()
  try {
    const query = queryOn(client)
    await client.query("BEGIN")
    const caller = (await query(admit, [sha256(token)])).rows[0]
    // Refused calls count against the limit, so the transaction commits.
    const refused = async (status: number, code: string, message: string, details?: unknown) => {
      await client.query("COMMIT")
      return failed(reply, status, code, message, details)
    }
    if (caller === undefined)
      return await refused(401, "unauthorized", "The bearer token is unknown, expired or revoked")
    const minute = Math.floor(Date.now() / 60_000) * 60 + 60
    const day = Math.floor(Date.now() / 86_400_000) * 86_400 + 86_400
    reply.headers({
      "X-Request-Id": request.id,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
      "X-RateLimit-Limit-Minute": caller.limit_per_minute,
      "X-RateLimit-Remaining-Minute": caller.limit_per_minute - (caller.minute_used ?? caller.limit_per_minute),
      "X-RateLimit-Reset-Minute": minute,
      "X-RateLimit-Limit-Day": caller.limit_per_day,
      "X-RateLimit-Remaining-Day": caller.limit_per_day - (caller.day_used ?? caller.limit_per_day),
      "X-RateLimit-Reset-Day": day
    })
    if (caller.granted === null) return await refused(429, "rate_limited", "The rate limit is used up")
    if (!caller.scopes.includes("orders_write"))
      return await refused(403, "insufficient_scope", "The token lacks orders_write")
    const body = request.body
    const call = checkBody(body instanceof Uint8Array ? body : new Uint8Array(), caller.default_country, Date.now())
    if (call.issues.length > 0) return await refused(422, "validation_failed", "The request has problems", call.issues)
    const integrationToken = request.headers["x-service-integration-token"]
    const placed = await placeOrder(
      query,
      caller,
      call,
      typeof integrationToken === "string" ? sha256(integrationToken) : null
    )
    if (placed === undefined) return await refused(422, "validation_failed", "No such integration")
    await client.query("COMMIT")
    return await reply
      .code(placed.created ? 201 : 200)
      .type("application/json")
      .send(`{"data":${placed.json}}`)
  } catch (error) {
    await client.query("ROLLBACK")
    throw error
  } finally {
    client.release()
  }
}

const server = Fastify({ bodyLimit: 1024 * 1024 })
server.removeAllContentTypeParsers()
server.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body))
server.post("/v1/orders/placed", place)
server.get("/health/live", () => ({ status: "ok" }))
await server.listen({ port: Number(process.env["PORT"]), host: "127.0.0.1" })

process.on("SIGTERM", async () => {
  await server.close()
  await pool.end()
})
