import { Group, NativeSelect, Switch } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import type { CartBlock } from "../../domain/content/CartBlock.ts"
import type { CouponBlock } from "../../domain/content/CouponBlock.ts"
import type { ProductsBlock } from "../../domain/content/ProductsBlock.ts"
import { maxProducts, productKinds } from "../../domain/products/chooseProducts.ts"
import { useAccount } from "../accounts/useAccount.ts"
import { call } from "../call.ts"
import * as words from "../words/content/blocks.ts"
import { type BlockFormProps, orNone } from "./BlockFormProps.ts"
import { BoundedInput, MergeTextInput } from "./inputs.tsx"

export const ProductsForm = ({ block, subject, onChange }: BlockFormProps<ProductsBlock>) => (
  <>
    <NativeSelect
      label={words.whichProducts}
      description={words.productsHint}
      data={productKinds.map((value) => ({ value, label: words.productKinds[value] }))}
      value={block.kind}
      onChange={({ currentTarget: { value } }) =>
        onChange({ kind: productKinds.find((kind) => kind === value) ?? block.kind })
      }
    />
    <Group grow align="start">
      <BoundedInput
        label={words.productCount}
        min={1}
        max={maxProducts}
        value={block.count}
        onChange={(count) => onChange({ count: count ?? block.count })}
      />
      <BoundedInput
        label={words.columns}
        min={1}
        max={4}
        value={block.columns}
        onChange={(columns) => onChange({ columns: columns ?? block.columns })}
      />
    </Group>
    <Switch
      label={words.showPrice}
      checked={block.show_price}
      onChange={(event) => onChange({ show_price: event.currentTarget.checked })}
    />
    <MergeTextInput
      label={words.productButton}
      placeholder={words.noButton}
      maxLength={100}
      subject={subject}
      value={block.button ?? ""}
      onChange={(button) => onChange({ button: orNone(button) })}
    />
  </>
)

export const CartForm = ({ block, subject, onChange }: BlockFormProps<CartBlock>) => (
  <MergeTextInput
    label={words.cartButton}
    placeholder={words.noButton}
    maxLength={100}
    subject={subject}
    value={block.button ?? ""}
    onChange={(button) => onChange({ button: orNone(button) })}
  />
)

export const CouponForm = ({ block, subject, onChange }: BlockFormProps<CouponBlock>) => {
  const account = useAccount()
  const coupons = useQuery({
    queryKey: ["coupons", account, "options"],
    queryFn: async () => {
      const { data } = await call((api) => api.coupons.list({ params: { account }, query: { per_page: 100 } }))
      return data.map(({ name }) => name)
    }
  })
  const names = coupons.data ?? []
  return (
    <>
      <NativeSelect
        label={words.coupon}
        data={[
          { value: "", label: words.chooseCoupon },
          ...names,
          ...(block.coupon === "" || names.includes(block.coupon) ? [] : [block.coupon])
        ]}
        value={block.coupon}
        onChange={({ currentTarget }) => onChange({ coupon: currentTarget.value })}
      />
      <MergeTextInput
        label={words.couponLabel}
        maxLength={200}
        subject={subject}
        value={block.label ?? ""}
        onChange={(label) => onChange({ label: orNone(label) })}
      />
    </>
  )
}
