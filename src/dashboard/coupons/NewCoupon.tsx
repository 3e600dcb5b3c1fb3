import { Radio, Stack, TextInput } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import { FormModal } from "../components/FormModal.tsx"
import { NameInput } from "../components/NameInput.tsx"
import * as common from "../words/common.ts"
import * as words from "../words/coupons.ts"

/** The button and the dialog that make a coupon and open it. */
export const NewCoupon = () => {
  const account = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState("")
  const [isShared, setShared] = useState(false)
  const [code, setCode] = useState("")
  const create = async () => {
    const payload = { name, ...(isShared ? { code: code.trim() } : {}) }
    const { data } = await call((api) => api.coupons.create({ params: { account }, payload }))
    await queries.invalidateQueries({ queryKey: ["coupons", account] })
    await navigate({ to: "/a/$account/coupons/$id", params: { account, id: data.id } })
  }
  return (
    <FormModal label={words.newCoupon} title={words.newCoupon} submit={common.create} action={create}>
      {(error) => (
        <>
          <NameInput value={name} error={error} onChange={setName} description={words.nameHint} />
          <Radio.Group
            label={words.kind}
            value={isShared ? "shared" : "single"}
            onChange={(value) => setShared(value === "shared")}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="single" label={words.kinds.single} />
              <Radio value="shared" label={words.kinds.shared} />
            </Stack>
          </Radio.Group>
          {isShared && (
            <TextInput
              label={words.code}
              required
              maxLength={64}
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
            />
          )}
        </>
      )}
    </FormModal>
  )
}
