/** Words of the blocks of a mail: their kinds, what they show in the editor, and their settings. */
import type { Block } from "../../../domain/content/Block.ts"
import type { SocialBlock } from "../../../domain/content/SocialBlock.ts"
import type { ProductKind } from "../../../domain/products/chooseProducts.ts"

export const blockNames: Readonly<Record<Block["type"], string>> = {
  text: "Text",
  image: "Image",
  button: "Button",
  columns: "Columns",
  divider: "Divider",
  space: "Space",
  social: "Social links",
  products: "Products",
  cart: "Cart",
  coupon: "Coupon",
  html: "HTML"
}

// What new blocks say
export const newButton = "Shop now"
export const newCartButton = "Back to your cart"
export const newCouponLabel = "Your code"

// What the editor shows in the place of data
export const writeHere = "Write here"
export const emptyColumn = "Empty column"
export const noImage = "Choose an image in the settings"
export const imageAt = (alt: string) => (alt === "" ? "Image without a description" : alt)
export const productsShown = (kind: ProductKind, count: number) => `${productKinds[kind]}, up to ${count}`
export const productName = "Product"
export const productPrice = "Price"
export const cartShown = "What is in the cart, and its total"
export const couponShown = (name: string) => (name === "" ? "Choose a coupon" : `Code of ${name}`)
export const noLinks = "Add a link to a page of yours"
export const noHtml = "No HTML yet"

// Settings of several kinds
export const link = "Link"
export const linkHint =
  "A whole address such as https://shop.example, mailto: or tel:, or a field such as {{ cart.url }}"
export const noAddress = "Must be a whole address such as https://shop.example"
export const color = "Colour"
export const textColor = "Colour of the text"
export const background = "Background"
export const shownIf = "Shown if"
export const shownIfHint = "Judged for each person when the mail is sent. Without a condition everybody sees it."
export const shownToSome = "Shown to some"
export const noColor = "None"
export const alignment = "Alignment"
export const alignments = { left: "Left", center: "Centre", right: "Right" } as const

// The colours of words
export const faintColors = (colors: ReadonlyArray<string>) =>
  `Hard to read on this background: ${colors.join(", ")}. Choose another colour or another background.`
export const lightOnlyColors = (colors: ReadonlyArray<string>) =>
  `Dark screens show words in ${colors.join(", ")} in the colour of the text, because they would be hard to read there.`

// Image
export const choosePicture = "Choose or upload"
export const imageAddress = "Address of the image"
export const imageAddressHint = "Begins with https://"
export const alt = "Description"
export const altHint = "Read aloud, and shown where images are not. Leave it empty for decoration."
export const width = "Width in pixels"
export const fullWidth = "As wide as its place"

// Button
export const buttonText = "Words of the button"

// Columns
export const columnCount = "Number of columns"
export const addToColumn = (column: number) => `Add to column ${column}`
export const columnsHint = "On phones the columns stand below each other."

// Divider and space
export const thickness = "Thickness in pixels"
export const height = "Height in pixels"

// Social links
export const networkNames: Readonly<Record<SocialBlock["links"][number]["network"], string>> = {
  bluesky: "Bluesky",
  facebook: "Facebook",
  instagram: "Instagram",
  linkedin: "LinkedIn",
  mastodon: "Mastodon",
  pinterest: "Pinterest",
  threads: "Threads",
  tiktok: "TikTok",
  website: "Website",
  whatsapp: "WhatsApp",
  x: "X",
  youtube: "YouTube"
}
export const network = (at: number) => `Network ${at}`
export const linkOf = (network: string) => `Link to ${network}`
export const removeLink = (network: string) => `Remove ${network}`
export const addLink = "Add a link"

// Products, cart and coupon
export const productKinds: Readonly<Record<ProductKind, string>> = {
  best_sellers: "Best sellers",
  new: "New products",
  recently_viewed: "Viewed lately",
  in_cart: "In the cart",
  bought_together: "Often bought together"
}
export const whichProducts = "Which products"
export const productsHint = "Chosen for each contact when the mail is sent, and filled up with best sellers."
export const productCount = "How many"
export const columns = "Beside each other"
export const showPrice = "Show the price"
export const productButton = "Words of a button to each"
export const cartButton = "Words of the button back to the cart"
export const noButton = "No button"
export const coupon = "Coupon"
export const chooseCoupon = "Choose a coupon"
export const couponLabel = "Words above the code"

// HTML
export const html = "HTML"
export const htmlHint =
  "A part of a mail with Liquid, such as {{ contact.first_name }}. It opens and closes its own elements."
