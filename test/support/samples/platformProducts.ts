import { hour, type Members } from "./shopifyWebhooks.ts"

/** A product of Shopify as `products/update` has it; `at` is the hour of its last change. */
export const shopifyProductBody = (at: number, members: Members = {}): Members => ({
  id: 7700110022003300,
  admin_graphql_api_id: "gid://shopify/Product/7700110022003300",
  title: "Oolong, loose",
  body_html: "<p>From the <b>high</b> mountains</p>",
  vendor: "Tea & Co",
  product_type: "Tea",
  handle: "oolong-loose",
  status: "active",
  tags: "loose, green ,gift",
  created_at: hour(1),
  updated_at: hour(at),
  published_at: hour(1),
  image: { id: 11, src: "https://cdn.example/oolong.jpg" },
  images: [
    { id: 11, src: "https://cdn.example/oolong.jpg" },
    { id: 12, src: "https://cdn.example/oolong-250.jpg" }
  ],
  variants: [
    {
      id: 8800,
      title: "100 g",
      sku: "OOL-100",
      price: "12.50",
      compare_at_price: "15.00",
      image_id: null,
      inventory_item_id: 9900,
      inventory_policy: "deny",
      inventory_quantity: 5,
      inventory_management: "shopify"
    },
    {
      id: 8801,
      title: "250 g",
      sku: "OOL-250",
      price: "28.00",
      compare_at_price: null,
      image_id: 12,
      inventory_item_id: 9901,
      inventory_policy: "continue",
      inventory_quantity: 0,
      inventory_management: "shopify"
    }
  ],
  ...members
})

/** The pieces of its first variant at a location, as `inventory_levels/update` has them. */
export const shopifyLevelBody = (at: number, available: number | null, location_id = 5500): Members => ({
  inventory_item_id: 9900,
  location_id,
  available,
  updated_at: hour(at),
  admin_graphql_api_id: "gid://shopify/InventoryLevel/5500?inventory_item_id=9900"
})

/** A product of WooCommerce as `product.updated` has it. */
export const wooProductBody = (at: number, members: Members = {}): Members => ({
  id: 412,
  name: "Clay pot",
  slug: "clay-pot",
  permalink: "https://tea.example/product/clay-pot/",
  date_created_gmt: hour(1, ""),
  date_modified_gmt: hour(at, ""),
  type: "simple",
  status: "publish",
  description: "<p>Holds <em>half</em> a litre.</p>",
  short_description: "",
  sku: "POT-1",
  price: "34.90",
  regular_price: "39.90",
  sale_price: "34.90",
  on_sale: true,
  manage_stock: true,
  stock_quantity: 3,
  stock_status: "instock",
  backorders: "no",
  categories: [{ id: 9, name: "Pots", slug: "pots" }],
  tags: [{ id: 4, name: "clay", slug: "clay" }],
  images: [{ id: 1, src: "https://tea.example/pot.jpg" }],
  variations: [],
  ...members
})

/** A product of BigCommerce's catalog with its variants and images. */
export const bigProductBody = (at: number, members: Members = {}): Members => ({
  id: 77,
  name: "Bamboo whisk",
  type: "physical",
  sku: "WHISK",
  description: "<p>80 prongs</p>",
  price: 19.5,
  calculated_price: 17.5,
  inventory_tracking: "variant",
  inventory_level: 4,
  is_visible: true,
  availability: "available",
  search_keywords: "matcha, whisk",
  custom_url: { url: "/bamboo-whisk/", is_customized: false },
  date_created: hour(1),
  date_modified: hour(at),
  variants: [
    {
      id: 70,
      product_id: 77,
      sku: "WHISK-80",
      price: null,
      calculated_price: 17.5,
      retail_price: 22,
      inventory_level: 4,
      purchasing_disabled: false,
      image_url: "",
      option_values: [{ id: 1, label: "80", option_display_name: "Prongs" }]
    },
    {
      id: 71,
      product_id: 77,
      sku: "WHISK-100",
      price: 21,
      calculated_price: 21,
      retail_price: null,
      inventory_level: 0,
      purchasing_disabled: false,
      image_url: "https://tea.example/whisk-100.jpg",
      option_values: [{ id: 2, label: "100", option_display_name: "Prongs" }]
    }
  ],
  images: [{ id: 3, is_thumbnail: true, url_standard: "https://tea.example/whisk.jpg" }],
  ...members
})

/** A webhook of BigCommerce about it. */
export const bigProductWebhook = (scope: string, data: Members = { type: "product", id: 77 }): Members => ({
  scope,
  store_id: "1025646",
  data,
  hash: "3f9ea420af83450d7ef9f78b08c8af25b2213637",
  created_at: 1_795_000_000,
  producer: "stores/abc123"
})
