import { FileInput, NativeSelect, Text } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { type Import, type ImportKind, importLimits } from "../../domain/imports/Import.ts"
import { guessColumns } from "../../domain/imports/importColumns.ts"
import type { FileRow } from "../../domain/imports/importRows.ts"
import { call } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import { ColumnMapping } from "./ColumnMapping.tsx"
import { firstRows, isNdjson } from "./readFile.ts"
import type { Layout } from "./upload.ts"

interface ChosenFile {
  readonly file: File
  readonly layout: Layout
  readonly rows: ReadonlyArray<FileRow>
}

const inspectFile = async (kind: ImportKind, file: File): Promise<ChosenFile> => {
  const [head, ...rows] = await firstRows(file, 4)
  const headers = isNdjson(file) ? [] : (head?.cells ?? [])
  return { file, layout: { headers, targets: guessColumns(kind, headers) }, rows }
}

const sizeProblem = (file: File): string | undefined => {
  if (file.size === 0) return "The file is empty"
  return file.size > importLimits.bytes ? "The file is larger than 128 MB. Split it into smaller files" : undefined
}

/** The form for a new import: file and column mapping. `onCreated` uploads the file. */
export const NewImport = ({
  onCreated
}: {
  readonly onCreated: (item: Import, file: File, layout: Layout) => void
}) => {
  const account = useAccount()
  const queries = useQueryClient()
  const [kind, setKind] = useState<ImportKind>("orders")
  const [chosen, setChosen] = useState<ChosenFile | undefined>(undefined)
  const [fileError, setFileError] = useState<string | undefined>(undefined)
  const create = async () => {
    if (chosen === undefined) return
    const { file, layout } = chosen
    const payload = { kind, file_name: file.name, file_size: file.size, layout: JSON.stringify(layout) }
    const { data } = await call((api) => api.imports.create({ params: { account }, payload }))
    await queries.invalidateQueries({ queryKey: ["imports", account] })
    setChosen(undefined)
    onCreated(data, file, layout)
  }
  const pickFile = async (next: ImportKind, file: File | null) => {
    setKind(next)
    setChosen(undefined)
    setFileError(file === null ? undefined : sizeProblem(file))
    if (file === null || sizeProblem(file) !== undefined) return
    await inspectFile(next, file).then(setChosen, () => setFileError("The file is not readable text. Save it as UTF-8"))
  }
  return (
    <FormModal label="New import" title="New import" submit="Import" action={create} ready={chosen !== undefined}>
      {() => (
        <>
          <NativeSelect
            label="Type"
            data={[
              { value: "orders", label: "Orders" },
              { value: "contacts", label: "Contacts" }
            ]}
            value={kind}
            onChange={({ currentTarget }) =>
              void pickFile(currentTarget.value === "contacts" ? "contacts" : "orders", chosen?.file ?? null)
            }
          />
          <FileInput
            label="File"
            description="CSV with a header row, such as a Shopify order export, or NDJSON with one API body a line. Up to 100,000 records, 128 MB."
            placeholder="Choose a file"
            accept=".csv,.tsv,.txt,.ndjson,.jsonl,.json"
            required
            value={chosen?.file ?? null}
            error={fileError}
            onChange={(file) => void pickFile(kind, file)}
          />
          {chosen !== undefined && chosen.layout.headers.length > 0 && (
            <ColumnMapping
              kind={kind}
              headers={chosen.layout.headers}
              targets={chosen.layout.targets}
              rows={chosen.rows}
              onChange={(targets) => setChosen({ ...chosen, layout: { ...chosen.layout, targets } })}
            />
          )}
          <Text size="sm" c="dimmed">
            Imports never trigger flows or messages. Existing records are updated.
          </Text>
        </>
      )}
    </FormModal>
  )
}
