import type { Example } from "./examples.ts"

const media = {
  id: "med_01kqs2v6t4b6c8k2r5h1f9m7ns",
  name: "spring.jpg",
  url: "https://tally.example/m/acc_01kqs2v6fzj4m8x0c3t9r7w5yb/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.jpeg",
  type: "jpeg",
  width: 1200,
  height: 800,
  size: 183_402,
  created_at: "2026-05-04T09:30:01.250Z"
}

/** The examples of the endpoints of the media library. */
export const mediaExamples: Readonly<Record<string, Example>> = {
  "media.list": {
    responses: {
      200: { data: [media], pagination: { page: 1, per_page: 25, total_count: 1, total_pages: 1, next_cursor: null } }
    }
  },
  "media.upload": { request: "…", responses: { 201: { data: media } } },
  "media.get": { responses: { 200: { data: media } } },
  "media.remove": {
    responses: {
      200: { data: media },
      409: {
        error: {
          code: "conflict",
          message: "The picture is in use; drafts, or messages that were sent, would lose it",
          details: [{ field: "campaign", message: "Spring sale" }]
        }
      }
    }
  }
}
