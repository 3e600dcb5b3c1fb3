/** Words of the product pages. */

// In several places
export const products = "Products"
export const stock = "Stock"
export const inStock = "In stock"
export const soldOut = "Sold out"
export const pieces = (count: number) => `${inStock}: ${count}`
export const price = "Price"
export const variants = "Variants"
export const vendor = "Vendor"

// List of products
export const productsSubtitle = "What the shop sells, with prices and stock."
export const search = "Search"
export const searchExample = "Title, vendor, type or SKU"
export const any = "Any"
export const productTitle = "Product"
export const prices = (from: string, to: string) => (from === to ? from : `${from} to ${to}`)
export const changed = "Last change"
export const noProductsYet = "No products yet"
export const noMatchingProducts = "No matching products"
export const changeFilters = "Change the filters."
export const sample = ["Blue cup", "Potters & Sons", "2", "29.95 USD", `${inStock}: 4`, "Today, 10:12"]
export const connectShop = "Connect your store"
export const howProductsArrive =
  "A connected store sends its products by webhook. Any other store sends them with PUT /v1/products and a token with the scope products_write."

// Page of a product
export const backToProducts = "← Products"
export const changedAt = (time: string) => `Last changed ${time}`
export const details = "Details"
export const published = "Published"
export const yes = "Yes"
export const no = "No"
export const productType = "Type"
export const tags = "Tags"
export const productLink = "Link to the product"
export const image = "Image"
export const none = "None was sent"
export const description = "Description"
export const source = "Sent by"
export const created = "Created"
export const productId = "ID"
export const variant = "Variant"
export const sku = "SKU"
export const noVariants = "No variants"
