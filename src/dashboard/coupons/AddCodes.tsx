import { FileButton, Button, NumberInput, Text, Textarea, TextInput } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { maxCodesOfCall } from "../../domain/coupons/Coupon.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call, issueOf } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/coupons.ts"
import { codesOfText } from "./codesOfText.ts"

interface Sums {
  readonly added: number
  readonly duplicates: number
}

const shown = ({ added, duplicates }: Sums) => <Text>{words.addedCodes(added, duplicates)}</Text>

/** The button and the dialog that add pasted codes, or those of a file, to a pool. */
export const AddCodes = ({ id }: { readonly id: string }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const [text, setText] = useState("")
  const codes = codesOfText(text)
  const add = async (): Promise<Sums> => {
    const sums = { added: 0, duplicates: 0 }
    for (let from = 0; from < codes.length; from += maxCodesOfCall) {
      const payload = { codes: codes.slice(from, from + maxCodesOfCall) }
      const { data } = await call((api) => api.coupons.addCodes({ params: { account, id }, payload }))
      sums.added += data.added
      sums.duplicates += data.duplicates
    }
    setText("")
    await queries.invalidateQueries({ queryKey: ["coupons", account] })
    return sums
  }
  const read = (file: File | null) => void file?.text().then(setText)
  return (
    <FormModal
      label={words.addCodes}
      title={words.addCodes}
      submit={common.add}
      ready={codes.length > 0}
      action={add}
      result={shown}
    >
      {() => (
        <>
          <Textarea
            label={words.codes}
            description={words.codesHint}
            autosize
            minRows={4}
            maxRows={12}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <FileButton onChange={read} accept="text/plain,text/csv,.txt,.csv">
            {(props) => (
              <Button variant="default" {...props}>
                {words.chooseFile}
              </Button>
            )}
          </FileButton>
        </>
      )}
    </FormModal>
  )
}

/** The button and the dialog that make codes of a pattern. */
export const MakeCodes = ({ id, name }: { readonly id: string; readonly name: string }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const [pattern, setPattern] = useState(`${name.toUpperCase().replaceAll("_", "-")}-########`)
  const [count, setCount] = useState(1_000)
  const make = async (): Promise<Sums> => {
    const payload = { pattern, count }
    const { data } = await call((api) => api.coupons.makeCodes({ params: { account, id }, payload }))
    await queries.invalidateQueries({ queryKey: ["coupons", account] })
    return data
  }
  return (
    <FormModal
      label={words.makeCodes}
      title={words.makeCodes}
      submit={words.makeCodes}
      action={make}
      result={shown}
      variant="default"
    >
      {(error) => (
        <>
          <TextInput
            label={words.pattern}
            description={words.patternHint}
            required
            maxLength={64}
            error={issueOf(error, "pattern")}
            value={pattern}
            onChange={({ currentTarget }) => setPattern(currentTarget.value)}
          />
          <NumberInput
            label={words.count}
            min={1}
            max={maxCodesOfCall}
            allowDecimal={false}
            value={count}
            onChange={(value) => setCount(Number(value))}
          />
        </>
      )}
    </FormModal>
  )
}
