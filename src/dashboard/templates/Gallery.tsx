import { Radio, Stack, Text, TextInput } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { maxShopAddress, sampleShop, shopAddress } from "../../domain/templates/shopAddress.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import * as words from "../words/templates/gallery.ts"
import classes from "./MailPicture.module.css"

/** A template that can be chosen. */
export interface GalleryChoice {
  readonly key: string
  readonly name: string
  readonly description: string
}

/** The choices of a gallery by the keyboard's arrows or the mouse, beside a picture of the chosen one. */
export const Gallery = (props: {
  readonly choices: ReadonlyArray<GalleryChoice>
  readonly label: string
  readonly value: string
  readonly picture: ReactNode
  readonly onChange: (key: string) => void
}) => (
  <div className={classes["gallery"]}>
    <Radio.Group label={props.label} value={props.value} onChange={props.onChange}>
      <Stack gap="xs" mt="xs" className={classes["choices"] ?? ""}>
        {props.choices.map(({ key, name, description }) => (
          <Radio key={key} value={key} label={name} description={description} />
        ))}
      </Stack>
    </Radio.Group>
    <div>
      {props.picture ?? (
        <Text size="sm" c="dimmed">
          {words.noMail}
        </Text>
      )}
    </div>
  </div>
)

/** The address of the account's shop, as far as its stores and products tell it. */
const useKnownShop = (): string => {
  const account = useAccount()
  const { data = "" } = useQuery({
    queryKey: ["shop", account],
    // Not everybody may read the stores.
    queryFn: async () => {
      const params = { account }
      const stores = await call((api) => api.integrations.list({ params, query: { per_page: 1 } })).catch(
        () => undefined
      )
      const [store] = stores?.data ?? []
      if (store !== undefined) return shopAddress(store.store_url) ?? ""
      const { data: found } = await call((api) => api.products.list({ params, query: { per_page: 1 } }))
      const url = URL.parse(found[0]?.url ?? "")
      return url === null ? "" : (shopAddress(url.origin) ?? "")
    },
    retry: false
  })
  return data
}

/** The typed address of the shop, or else the one that the account knows. `address` is undefined where the text is no address. */
export const useShop = () => {
  const known = useKnownShop()
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const shown = typed ?? known
  return { shown, address: shopAddress(shown), setTyped }
}

/** Whether a template names the address of the shop. Pure. */
export const namesShop = (made: unknown): boolean => JSON.stringify(made).includes(sampleShop)

/** The input for the address of the shop. */
export const ShopInput = ({ shop }: { readonly shop: ReturnType<typeof useShop> }) => (
  <TextInput
    label={words.shopAddress}
    description={words.aboutShopAddress}
    placeholder={words.shopExample}
    inputMode="url"
    required
    maxLength={maxShopAddress}
    error={shop.shown.trim() !== "" && shop.address === undefined ? words.noShopAddress : undefined}
    value={shop.shown}
    onChange={({ currentTarget }) => shop.setTyped(currentTarget.value)}
  />
)
