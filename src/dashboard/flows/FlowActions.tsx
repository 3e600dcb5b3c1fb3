import { Button, Menu } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import type { Flow } from "../../domain/flows/Flow.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { ConfirmDialog } from "../components/ConfirmButton.tsx"
import { ErrorAlert } from "../components/Feedback.tsx"
import { shortened } from "../format.ts"
import * as common from "../words/common.ts"
import * as words from "../words/flows/flowPage.ts"

/** The menu with the rarer actions of a flow: duplicate it as a paused copy, delete it. */
export const FlowActions = ({ flow }: { readonly flow: Flow }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [deleting, { open, close }] = useDisclosure(false)
  const reload = () => queries.invalidateQueries({ queryKey: ["flows", account, "list"] })
  const duplicate = useMutation({
    mutationFn: () =>
      call((api) =>
        api.flows.create({
          params: { account },
          payload: { name: shortened(common.copyOf(flow.name), 255), definition: flow.definition }
        })
      ),
    onSuccess: async ({ data }) => {
      await reload()
      await navigate({ to: "/a/$account/flows/$id", params: { account, id: data.id } })
    }
  })
  const remove = async () => {
    await call((api) => api.flows.remove({ params: { account, id: flow.id } }))
    await navigate({ to: "/a/$account/flows", params: { account }, ignoreBlocker: true })
    await reload()
  }
  return (
    <>
      {duplicate.isError && <ErrorAlert error={duplicate.error} />}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" loading={duplicate.isPending}>
            {words.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => duplicate.mutate()}>{common.duplicate}</Menu.Item>
          <Menu.Item onClick={open}>{words.deleteFlowAsking}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        label={words.deleteFlow}
        title={words.deleteTitle}
        opened={deleting}
        onClose={close}
        action={remove}
      >
        {words.deleteConsequences}
      </ConfirmDialog>
    </>
  )
}
