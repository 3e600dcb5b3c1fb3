import { Alert, Button, Checkbox, FileInput, NativeSelect, Text, TextInput } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { type Import, type ImportKind, importLimits } from "../../domain/imports/Import.ts"
import { kindOfHeaders, withCustomFields } from "../../domain/imports/importColumns.ts"
import { layoutIssues } from "../../domain/imports/layoutIssues.ts"
import { call, issueOf } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { useAccount } from "../accounts/useAccount.ts"
import * as common from "../words/common.ts"
import * as words from "../words/imports.ts"
import {
  type ChosenCsv,
  type FileValues,
  layoutOfChosen,
  noValues,
  readAgain,
  withColumns,
  withTargets
} from "./chosenFile.ts"
import { ColumnMapping } from "./ColumnMapping.tsx"
import { ConsentSummary } from "./ConsentSummary.tsx"
import { FormatInput } from "./FormatInput.tsx"
import { inspect, isNdjson, isUtf8, readBeginning, UnreadableFile } from "./readFile.ts"
import { ValuesInput } from "./ValuesInput.tsx"

interface Chosen {
  readonly file: File
  /** Undefined for NDJSON. */
  readonly csv: ChosenCsv | undefined
  readonly beginning: Uint8Array
}

const maxProblems = 5

const sizeProblem = (file: File): string | undefined => {
  if (file.size === 0) return words.emptyFile
  return file.size > importLimits.bytes ? words.tooLarge : undefined
}

/** Whether columns are left out that can be custom fields. */
const keepsMore = ({ inspected: { headers }, targets }: ChosenCsv): boolean =>
  withCustomFields(headers, targets).some((target, at) => target !== targets[at])

const readChosen = async (kind: ImportKind, file: File, timezone: string): Promise<readonly [ImportKind, Chosen]> => {
  const beginning = await readBeginning(file)
  if (isNdjson(file)) {
    if (!(await isUtf8(file))) throw new UnreadableFile(words.notUtf8)
    return [kind, { file, beginning, csv: undefined }]
  }
  const inspected = await inspect(file, timezone)
  const found = inspected.preset?.kind ?? kindOfHeaders(kind, inspected.headers)
  return [found, { file, beginning, csv: withTargets(found, inspected) }]
}

/** The form for a new import: file, format, columns and consents. `onCreated` uploads the file. */
export const NewImport = ({ onCreated }: { readonly onCreated: (item: Import, file: File) => void }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const own = useQuery({
    queryKey: ["account", account],
    queryFn: () => call((api) => api.accounts.read({ params: { account } }))
  })
  const [kind, setKind] = useState<ImportKind>("orders")
  const [chosen, setChosen] = useState<Chosen | undefined>(undefined)
  const [values, setValues] = useState<FileValues>(noValues)
  const [lifts, setLifts] = useState(false)
  const [liftReason, setLiftReason] = useState("")
  const [fileError, setFileError] = useState<string | undefined>(undefined)
  const layout = chosen === undefined ? undefined : layoutOfChosen(kind, chosen.csv, values)
  const problems = layout === undefined ? [] : layoutIssues(kind, layout)
  const isReady = layout !== undefined && problems.length === 0 && (!lifts || liftReason.trim() !== "")
  const create = async () => {
    if (chosen === undefined || layout === undefined) return
    const { file } = chosen
    const payload = {
      kind,
      file_name: file.name,
      file_size: file.size,
      layout,
      ...(lifts ? { lift_reason: liftReason } : {})
    }
    const { data } = await call((api) => api.imports.create({ params: { account }, payload }))
    await queries.invalidateQueries({ queryKey: ["imports", account] })
    setChosen(undefined)
    setLifts(false)
    onCreated(data, file)
  }
  const pickFile = async (next: ImportKind, file: File | null) => {
    setKind(next)
    setChosen(undefined)
    setFileError(file === null ? undefined : sizeProblem(file))
    if (file === null || sizeProblem(file) !== undefined) return
    try {
      const [found, read] = await readChosen(next, file, own.data?.data.timezone ?? "UTC")
      setKind(found)
      setChosen(read)
    } catch (error) {
      setFileError(error instanceof UnreadableFile ? error.message : words.notRead)
    }
  }
  const setCsv = (csv: ChosenCsv) => setChosen(chosen === undefined ? undefined : { ...chosen, csv })
  const csv = chosen?.csv
  return (
    <FormModal
      label={words.newImport}
      title={words.newImport}
      submit={words.importFile}
      action={create}
      ready={isReady}
    >
      {(error) => (
        <>
          <NativeSelect
            label={words.type}
            data={[
              { value: "orders", label: words.kinds.orders },
              { value: "contacts", label: words.kinds.contacts }
            ]}
            value={kind}
            onChange={({ currentTarget }) => {
              const next = currentTarget.value === "contacts" ? "contacts" : "orders"
              setKind(next)
              if (csv !== undefined) setCsv(withTargets(next, csv.inspected))
            }}
          />
          <FileInput
            label={words.file}
            description={words.fileHint}
            placeholder={words.chooseFile}
            accept=".csv,.tsv,.txt,.ndjson,.jsonl,.json,.xlsx"
            required
            value={chosen?.file ?? null}
            error={fileError}
            onChange={(file) => void pickFile(kind, file)}
          />
          {chosen !== undefined && csv !== undefined && (
            <>
              {csv.inspected.preset !== undefined && (
                <Text size="sm">{words.recognizedAs(csv.inspected.preset.name)}</Text>
              )}
              <FormatInput
                csv={csv}
                onFormat={(format) => setCsv(readAgain(kind, chosen.beginning, csv, format))}
                onMarks={(marks) => setCsv({ ...csv, ...marks })}
              />
              <ColumnMapping
                kind={kind}
                headers={csv.inspected.headers}
                targets={csv.targets}
                rows={csv.inspected.rows}
                types={csv.types}
                onChange={(targets) => setCsv(withColumns(kind, csv, targets, csv.types))}
                onTypes={(types) => setCsv(withColumns(kind, csv, csv.targets, types))}
              />
              {kind === "contacts" && keepsMore(csv) && (
                <Button
                  size="xs"
                  variant="default"
                  style={{ alignSelf: "flex-start" }}
                  onClick={() =>
                    setCsv(withColumns(kind, csv, withCustomFields(csv.inspected.headers, csv.targets), csv.types))
                  }
                >
                  {words.keepOthers}
                </Button>
              )}
              {problems.length > 0 && (
                <Alert color="orange" title={words.notImportable}>
                  {problems.slice(0, maxProblems).map(({ field, message }) => (
                    <Text key={field} size="sm">
                      {message}
                    </Text>
                  ))}
                </Alert>
              )}
              <ValuesInput kind={kind} values={values} onChange={setValues} />
              {kind === "contacts" && (
                <Checkbox
                  label={words.replaces}
                  description={words.replacesHint}
                  checked={csv.replaces}
                  onChange={({ currentTarget }) => setCsv({ ...csv, replaces: currentTarget.checked })}
                />
              )}
              <ConsentSummary csv={csv} />
            </>
          )}
          <Checkbox
            label={words.lift}
            description={words.liftHint}
            checked={lifts}
            onChange={({ currentTarget }) => setLifts(currentTarget.checked)}
          />
          {lifts && (
            <TextInput
              label={common.reason}
              description={words.liftReasonHint}
              required
              maxLength={255}
              value={liftReason}
              error={issueOf(error, "lift_reason")}
              onChange={({ currentTarget }) => setLiftReason(currentTarget.value)}
            />
          )}
          <Text size="sm" c="dimmed">
            {words.effectsOf[kind]}
          </Text>
        </>
      )}
    </FormModal>
  )
}
