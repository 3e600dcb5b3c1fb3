import { Schema } from "effect"
import { Alignment, blockMembers } from "./blockParts.ts"
import { LinkAddress } from "./ContentAddress.ts"

/** The networks of a `SocialBlock`, with their names in mail. */
export const networks = {
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
} as const

const Network = Schema.Literals([
  "bluesky",
  "facebook",
  "instagram",
  "linkedin",
  "mastodon",
  "pinterest",
  "threads",
  "tiktok",
  "website",
  "whatsapp",
  "x",
  "youtube"
])

/** Links to the business's pages at networks, by their names: many readers see no pictures. */
export const SocialBlock = Schema.Struct({
  type: Schema.Literal("social"),
  ...blockMembers,
  links: Schema.Array(Schema.Struct({ network: Network, link: LinkAddress })).check(Schema.isMaxLength(12)),
  align: Schema.optionalKey(Alignment)
}).annotate({ identifier: "SocialBlock" })
export type SocialBlock = typeof SocialBlock.Type
