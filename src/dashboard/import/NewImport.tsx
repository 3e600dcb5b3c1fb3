import { FileInput, NativeSelect, Text } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { type Import, type ImportKind, importLimits } from "../../domain/imports/Import.ts"
import { guessColumns } from "../../domain/imports/importColumns.ts"
import type { FileRow } from "../../domain/imports/importRows.ts"
import { call } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { useAccount } from "../useAccount.ts"
import { Columns } from "./Columns.tsx"
import { firstRows, isNdjson } from "./readFile.ts"
import type { Layout } from "./upload.ts"

interface Chosen {
  readonly file: File
  readonly layout: Layout
  readonly rows: ReadonlyArray<FileRow>
}

const choose = async (kind: ImportKind, file: File): Promise<Chosen> => {
  const [head, ...rows] = await firstRows(file, 4)
  const headers = isNdjson(file) ? [] : (head?.cells ?? [])
  return { file, layout: { headers, targets: guessColumns(kind, headers) }, rows }
}

const unfit = (file: File): string | undefined => {
  if (file.size === 0) return "The file is empty"
  return file.size > importLimits.bytes ? "The file is larger than 128 MB; split it" : undefined
}

/** Chooses a file, shows what is in it, and hands it on for its upload. */
export const NewImport = ({ onMade }: { readonly onMade: (made: Import, file: File, layout: Layout) => void }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const [kind, setKind] = useState<ImportKind>("orders")
  const [chosen, setChosen] = useState<Chosen | undefined>(undefined)
  const [refused, setRefused] = useState<string | undefined>(undefined)
  const create = async () => {
    if (chosen === undefined) return
    const { file, layout } = chosen
    const payload = { kind, file_name: file.name, file_size: file.size, layout: JSON.stringify(layout) }
    const { data } = await call((api) => api.imports.create({ params: { account }, payload }))
    await queries.invalidateQueries({ queryKey: ["imports", account] })
    setChosen(undefined)
    onMade(data, file, layout)
  }
  const pick = async (next: ImportKind, file: File | null) => {
    setKind(next)
    setChosen(undefined)
    setRefused(file === null ? undefined : unfit(file))
    if (file === null || unfit(file) !== undefined) return
    await choose(next, file).then(setChosen, () => setRefused("This is not text that can be read; save it as UTF-8"))
  }
  return (
    <FormModal label="New import" title="New import" submit="Import" action={create} ready={chosen !== undefined}>
      {() => (
        <>
          <NativeSelect
            label="What is in the file"
            data={[
              { value: "orders", label: "Orders" },
              { value: "contacts", label: "Contacts" }
            ]}
            value={kind}
            onChange={({ currentTarget }) =>
              void pick(currentTarget.value === "contacts" ? "contacts" : "orders", chosen?.file ?? null)
            }
          />
          <FileInput
            label="File"
            description="CSV with headers (an order export of Shopify as it is), or NDJSON with a body of the API on each line. Up to 100,000 records, 128 MB."
            placeholder="Choose a file"
            accept=".csv,.tsv,.txt,.ndjson,.jsonl,.json"
            required
            value={chosen?.file ?? null}
            error={refused}
            onChange={(file) => void pick(kind, file)}
          />
          {chosen !== undefined && chosen.layout.headers.length > 0 && (
            <Columns
              kind={kind}
              headers={chosen.layout.headers}
              targets={chosen.layout.targets}
              rows={chosen.rows}
              onChange={(targets) => setChosen({ ...chosen, layout: { ...chosen.layout, targets } })}
            />
          )}
          <Text size="sm" c="dimmed">
            Past orders start no flows, and nobody is greeted. What is known already is updated, not doubled.
          </Text>
        </>
      )}
    </FormModal>
  )
}
