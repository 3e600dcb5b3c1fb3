import { Button } from "@mantine/core"
import { useAccount } from "../accounts/useAccount.ts"
import * as words from "../words/components.ts"

/** Downloads a list as CSV. `path` is that of the export's call below the account, `filter` its query. */
export const ExportButton = (props: {
  readonly path: string
  readonly file: string
  readonly filter?: Readonly<Record<string, string>>
}) => {
  const account = useAccount()
  const query = new URLSearchParams(props.filter).toString()
  return (
    <Button
      component="a"
      variant="default"
      href={`/dashboard/api/accounts/${account}/${props.path}${query === "" ? "" : `?${query}`}`}
      download={`${props.file}.csv`}
    >
      {words.exportCsv}
    </Button>
  )
}
