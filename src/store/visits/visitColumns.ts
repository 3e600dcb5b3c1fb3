import { Schema, Struct } from "effect"
import { decimal, integer, orNull, rowColumns, rowOf, text, time } from "../sql/column.ts"

/** The columns of `visitors`. */
export const visitorColumns = {
  account_id: text("none"),
  visitor_id: text("identifier"),
  contact_id: orNull(text("identifier")),
  views_day: time("none"),
  views: integer("none"),
  created_at: time("none"),
  seen_at: time("none"),
  expires_at: time("none")
}

/** A row of `visitors`. */
export const VisitorRow = Schema.Struct(Struct.map(visitorColumns, rowOf))

export const visitorRowColumns = rowColumns("visitors", visitorColumns)

/** The columns of `product_views`. */
export const viewColumns = {
  account_id: text("none"),
  visitor_id: text("identifier"),
  view_id: text("identifier"),
  contact_id: orNull(text("identifier")),
  product_id: text("identifier"),
  title: orNull(text("personal")),
  url: orNull(text("personal")),
  image_url: orNull(text("personal")),
  price: orNull(decimal("none")),
  currency: orNull(text("none")),
  viewed_at: time("none"),
  known_at: orNull(time("none")),
  expires_at: time("none")
}
