import { Button } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { ErrorAlert } from "../components/Feedback.tsx"
import { shortened } from "../format.ts"
import * as common from "../words/common.ts"

/** The button that makes a draft of the campaign's content and audience and opens it. The draft has no time: the old one is past. */
export const DuplicateCampaign = ({ campaign }: { readonly campaign: Campaign }) => {
  const account = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const duplicate = useMutation({
    mutationFn: () => {
      const { channel, variants, holdout_percent, audience, messages_per_hour } = campaign
      const { topic, sender_id, link_parameters, variant_test, resend } = campaign
      const name = shortened(common.copyOf(campaign.name), 255)
      const options = { messages_per_hour, topic, sender_id, link_parameters, variant_test, resend }
      const payload = { name, channel, variants, holdout_percent, audience, ...options }
      return call((api) => api.campaigns.create({ params: { account }, payload }))
    },
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ["campaigns", account] })
      await navigate({ to: "/a/$account/campaigns/$id", params: { account, id: data.id } })
    }
  })
  return (
    <>
      {duplicate.isError && <ErrorAlert error={duplicate.error} />}
      <Button variant="default" loading={duplicate.isPending} onClick={() => duplicate.mutate()}>
        {common.duplicate}
      </Button>
    </>
  )
}
