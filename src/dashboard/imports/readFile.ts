import Papa from "papaparse"
import type { FileRow } from "../../domain/imports/importRows.ts"

const chunkBytes = 256 * 1024

/** Receives the next rows and the fraction of the file read so far, 0 to 1. False stops reading. */
type OnRows = (rows: ReadonlyArray<FileRow>, fractionRead: number) => Promise<boolean>

const readCsv = (file: File, onRows: OnRows): Promise<void> =>
  new Promise((resolve, reject) => {
    let row = 0
    Papa.parse<ReadonlyArray<string>>(file, {
      chunkSize: chunkBytes,
      chunk: ({ data, meta }, parser) => {
        const rows = data.map((cells): FileRow => ({ row: ++row, cells }))
        parser.pause()
        onRows(
          rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== "")),
          file.size === 0 ? 1 : Math.min(1, meta.cursor / file.size)
        ).then(
          (more) => (more ? parser.resume() : parser.abort()),
          (error: unknown) => {
            reject(error)
            parser.abort()
          }
        )
      },
      complete: () => resolve(),
      error: reject
    })
  })

const readLines = async (file: File, onRows: OnRows): Promise<void> => {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let partialLine = ""
  let row = 0
  for (let offset = 0; offset < file.size || offset === 0; offset += chunkBytes) {
    const bytes = await file.slice(offset, offset + chunkBytes).arrayBuffer()
    const last = offset + chunkBytes >= file.size
    const lines = (partialLine + decoder.decode(bytes, { stream: !last })).split("\n")
    partialLine = last ? "" : (lines.pop() ?? "")
    const rows = lines.map((line): FileRow => ({ row: ++row, cells: [line.trim()] }))
    const fractionRead = last ? 1 : (offset + chunkBytes) / file.size
    if (
      !(await onRows(
        rows.filter(({ cells }) => cells[0] !== ""),
        fractionRead
      ))
    )
      return
  }
}

export const isNdjson = (file: File): boolean => /\.(ndjson|jsonl|json)$/i.test(file.name)

/** Reads a file in chunks of 256 KiB, so that memory stays bounded. An NDJSON row has one cell, its line. */
export const readFile = (file: File, onRows: OnRows): Promise<void> =>
  isNdjson(file) ? readLines(file, onRows) : readCsv(file, onRows)

/** The first `max` rows of a file. */
export const firstRows = async (file: File, max: number): Promise<ReadonlyArray<FileRow>> => {
  const collected: Array<FileRow> = []
  await readFile(file, async (rows) => {
    collected.push(...rows.slice(0, max - collected.length))
    return collected.length < max
  })
  return collected
}
