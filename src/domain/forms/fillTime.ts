/** Times of a form in milliseconds: a person needs longer than `least` to fill it in, and a page is sent within `most`. */
export const fillTime = { least: 2_000, most: 86_400_000 } as const
