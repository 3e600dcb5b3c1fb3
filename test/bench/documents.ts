import { maxDocumentLength } from "../../src/domain/content/MailDocument.ts"
import { renderDocument } from "../../src/domain/content/renderDocument.ts"
import { documentOf } from "../support/content.ts"
import { median, table } from "./figures.ts"

const paragraph = (runs: ReadonlyArray<object>) => ({ type: "text", content: [{ type: "paragraph", runs }] })

/** As many of these blocks as a document takes, up to the most. */
const filled = (block: object): object => {
  const most = Math.floor((maxDocumentLength - 100) / (JSON.stringify(block).length + 1))
  return { blocks: Array.from({ length: Math.min(200, most) }, () => block) }
}

const documents = {
  "long text": filled(paragraph([{ text: `{{ contact.first_name }} "<${"a ".repeat(450)}` }])),
  "many runs": filled(paragraph(Array.from({ length: 25 }, () => ({ text: "{{ contact.x }}", bold: true })))),
  products: filled({ type: "products", kind: "new", count: 12, columns: 4, show_price: true, button: "See it" }),
  // Columns count as blocks too.
  columns: {
    blocks: Array.from({ length: 40 }, () => ({
      type: "columns",
      columns: Array.from({ length: 4 }, () => ({ blocks: [paragraph([{ text: "Tea ".repeat(200) }])] }))
    }))
  }
}

const timeOf = (work: () => unknown): number => {
  const times = Array.from({ length: 40 }, () => {
    const from = performance.now()
    work()
    return performance.now() - from
  })
  // The first ones run without compiled code.
  return median(times.slice(10))
}

/** Documents of the largest size, rendered to HTML, beside reading the same document as JSON. */
export const benchDocuments = async (): Promise<Record<string, unknown>> => {
  const rows = Object.entries(documents).map(([name, json]) => {
    const document = documentOf(json)
    const text = JSON.stringify(json)
    return {
      name,
      characters: text.length,
      render: timeOf(() => renderDocument(document)),
      parse: timeOf(() => JSON.parse(text))
    }
  })
  console.log("\nDocuments of the largest size")
  table(
    ["document", "characters", "ms to render", "÷ JSON.parse"],
    rows.map(({ name, characters, render, parse }) => [
      name,
      characters.toLocaleString("en"),
      render.toFixed(2),
      (render / parse).toFixed(1)
    ])
  )
  return { documents: rows, ratios: { "render ms": Math.max(...rows.map(({ render }) => render)) } }
}
