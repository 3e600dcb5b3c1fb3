import type { Example } from "./examples.ts"

const topic = {
  key: "sales",
  names: { en: "Sales and offers", de: "Angebote" },
  created_at: "2026-05-04T09:30:00Z",
  updated_at: "2026-05-04T09:30:00Z"
}

/** The examples of the endpoints of topics. */
export const topicExamples: Readonly<Record<string, Example>> = {
  "topics.list": { responses: { 200: { data: [topic] } } },
  "topics.create": { request: { key: topic.key, names: topic.names }, responses: { 201: { data: topic } } },
  "topics.get": { responses: { 200: { data: topic } } },
  "topics.change": { request: { names: topic.names }, responses: { 200: { data: topic } } },
  "topics.remove": { responses: { 200: { data: topic } } },
  "topics.choose": { request: { leave: [topic.key] }, responses: { 200: { data: { left_topics: [topic.key] } } } }
}
