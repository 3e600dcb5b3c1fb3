/** The documented members of order items, which erasure keeps. */
const members = {
  discounts: ["code", "amount"],
  tax_lines: ["title", "amount"],
  line_items: ["product_id", "variant_id", "sku", "title", "quantity", "price"]
}

/** An expression for the column with the documented members of its items alone. */
export const documentedMembers = (column: keyof typeof members) => {
  const names = `'{${members[column].join()}}'`
  return `CASE WHEN json_typeof(${column}) = 'array' THEN (SELECT json_agg((
      SELECT coalesce(json_object_agg(member.key, member.value ORDER BY member.at), '{}')
      FROM json_each(item.value) WITH ORDINALITY AS member (key, value, at)
      WHERE member.key = ANY (${names}) AND json_typeof(member.value) IN ('string', 'number', 'null')
    ) ORDER BY item.at) FROM json_array_elements(${column}) WITH ORDINALITY AS item (value, at)) END`
}
