import { SegmentedControl } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { blocksBody } from "../content/newBodies.ts"
import { Loading } from "../components/Feedback.tsx"
import { FormModal } from "../components/FormModal.tsx"
import { NameInput } from "../components/NameInput.tsx"
import type { MailChoice } from "../templates/MailGallery.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/campaigns.ts"

const MailGallery = lazy(() =>
  import("../templates/MailGallery.tsx").then((module) => ({ default: module.MailGallery }))
)

const channels = [
  { value: "email", label: common.email },
  { value: "sms", label: common.sms }
]

/** The button and the dialog that make a draft and open it. */
export const NewCampaign = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState("")
  const [channel, setChannel] = useState("email")
  const [mail, setMail] = useState<MailChoice>("blank")
  const create = async () => {
    if (channel !== "sms" && mail === undefined) return
    const payload =
      channel === "sms"
        ? ({ name, channel: "sms" } as const)
        : ({
            name,
            channel: "email",
            variants: [mail === "blank" || mail === undefined ? { subject: "", ...blocksBody } : mail]
          } as const)
    const { data } = await call((api) => api.campaigns.create({ params: { account }, payload }))
    await queries.invalidateQueries({ queryKey: ["campaigns", account] })
    await navigate({ to: "/a/$account/campaigns/$id", params: { account, id: data.id } })
  }
  return (
    <FormModal
      label={words.newCampaign}
      title={words.newCampaign}
      submit={common.create}
      ready={channel === "sms" || mail !== undefined}
      isWide
      action={create}
    >
      {(error) => (
        <>
          <NameInput value={name} error={error} onChange={setName} />
          <SegmentedControl aria-label={words.channel} data={channels} value={channel} onChange={setChannel} />
          {channel === "email" && (
            <Suspense fallback={<Loading />}>
              <MailGallery onChoose={setMail} />
            </Suspense>
          )}
        </>
      )}
    </FormModal>
  )
}
