import { rules } from "../../domain/contacts/Consent.ts"
import type { Example } from "./examples.ts"

const at = "2026-05-04T09:30:00Z"

const input = {
  name: "Newsletter",
  title: "Tea by mail",
  intro: "",
  fields: [{ key: "email", label: "E-mail", required: true }],
  wording: "Send me news about tea. I can leave at any time.",
  button: "Sign up",
  thanks: "",
  double_opt_in: true,
  language: null,
  tags: ["newsletter"]
}

const form = {
  id: "form_01kqs2v6t4b6c8k2r5h1f9k7mr",
  ...input,
  wording_version: 1,
  created_at: at,
  updated_at: at,
  hosted_url: "https://tally.example/f/…",
  snippet: '<iframe src="https://tally.example/f/…/embed"></iframe>'
}

const rejected = { robots: 3, unsent_texts: 0 }
const texts = { texts_per_hour: 20, countries: ["GB"] }

const file = {
  kind: "contacts",
  file_name: "contacts.csv",
  file_size: 42,
  layout: {
    format: {
      type: "csv",
      encoding: "utf-8",
      separator: ",",
      newline: "\n",
      decimal: ".",
      dates: "dmy",
      timezone: "UTC"
    },
    headers: ["Email", "Name"],
    targets: ["email", "first_name"],
    currency: null,
    email_consent: null,
    sms_consent: null
  }
}

const upload = {
  id: "imp_01kqs2v6v5c7d9m3s6j2g0m8ns",
  kind: file.kind,
  status: "uploading",
  file_name: file.file_name,
  file_size: file.file_size,
  uploaded: 0,
  received: 0,
  imported: 0,
  failed: 0,
  cells_left_out: 0,
  without_email: 0,
  consents_not_taken: 0,
  lift_reason: null,
  created_at: at,
  updated_at: at
}
const uploaded = { ...upload, uploaded: 42, received: 2 }

const pagination = { page: 1, per_page: 25, total_count: 1, total_pages: 1, next_cursor: null }

/** The examples of the endpoints of forms and imports. */
export const formExamples: Readonly<Record<string, Example>> = {
  "forms.list": {
    responses: { 200: { data: [{ ...form, sign_ups: { asked: 40, confirmed: 31 }, rejected }] } }
  },
  "forms.create": { request: input, responses: { 201: { data: form } } },
  "forms.preview": {
    request: input,
    responses: { 200: { data: { html: "<!doctype html>…", mail: null, text: null } } }
  },
  "forms.get": {
    responses: {
      200: { data: { ...form, rejected, wordings: [{ version: 1, wording: form.wording, created_at: at }] } }
    }
  },
  "forms.save": { request: input, responses: { 200: { data: form } } },
  "forms.remove": { responses: { 200: { data: form } } },
  "forms.readTexts": { responses: { 200: { data: texts } } },
  "forms.setTexts": { request: texts, responses: { 200: { data: texts } } },
  "forms.signUps": { responses: { 200: { data: { days: [{ day: "2026-05-04", asked: 4, confirmed: 3 }] } } } },
  "imports.list": { responses: { 200: { data: [uploaded], pagination } } },
  "imports.create": { request: file, responses: { 201: { data: upload } } },
  "imports.get": { responses: { 200: { data: uploaded } } },
  "imports.upload": { request: "Email,Name\n…", responses: { 200: { data: uploaded } } },
  "imports.start": { responses: { 200: { data: { ...uploaded, status: "running" } } } },
  "imports.cancel": { responses: { 200: { data: { ...uploaded, status: "cancelled" } } } },
  "imports.notes": {
    responses: {
      200: {
        data: [{ row: 3, kind: "consent", field: "email_consent", message: rules.import_keeps_withdrawal }],
        pagination
      }
    }
  },
  "imports.failures": { responses: { 200: '"Email","Name","row","problem"\r\n' } }
}
