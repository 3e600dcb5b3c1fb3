/** Words of the input that picks a product. */
export const withId = (id: string) => `Product with the ID ${id}`
export const noMatchingProducts = "No matching products"
