import { Button } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import { statusAfter } from "../../domain/campaigns/CampaignState.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { ConfirmButton } from "../components/ConfirmButton.tsx"
import { ErrorAlert } from "../components/Feedback.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/campaigns.ts"
import { DuplicateCampaign } from "./DuplicateCampaign.tsx"

/** The buttons for what can be done with a campaign in its state. */
export const CampaignActions = ({ campaign }: { readonly campaign: Campaign }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { id, status } = campaign
  const params = { account, id }
  const reload = () => queries.invalidateQueries({ queryKey: ["campaigns", account] })
  const act = useMutation({
    mutationFn: (action: "pause" | "resume" | "unschedule") => call((api) => api.campaigns[action]({ params })),
    onSuccess: reload
  })
  const changes = (action: "pause" | "resume" | "unschedule" | "cancel") => {
    const after = statusAfter({ status, hasBegun: campaign.begun_at !== null }, action)
    return after !== undefined && after !== status
  }
  const button = (action: "pause" | "resume" | "unschedule", label: string) =>
    changes(action) && (
      <Button variant="default" loading={act.isPending && act.variables === action} onClick={() => act.mutate(action)}>
        {label}
      </Button>
    )
  const cancel = () => call((api) => api.campaigns.cancel({ params })).then(reload)
  const remove = async () => {
    await call((api) => api.campaigns.remove({ params }))
    await navigate({ to: "/a/$account/campaigns", params: { account }, ignoreBlocker: true })
    await reload()
  }
  return (
    <>
      {act.isError && <ErrorAlert error={act.error} />}
      {button("unschedule", words.backToDraft)}
      {button("pause", words.pause)}
      {button("resume", words.resume)}
      {status !== "draft" && <DuplicateCampaign campaign={campaign} />}
      {changes("cancel") && (
        <ConfirmButton label={words.cancelCampaign} title={words.cancelTitle} action={cancel}>
          {words.cancelText}
        </ConfirmButton>
      )}
      {["draft", "sent", "cancelled"].includes(status) && (
        <ConfirmButton label={common.deleting} title={words.deleteTitle} action={remove}>
          {words.deleteText}
        </ConfirmButton>
      )}
    </>
  )
}
