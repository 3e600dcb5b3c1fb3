import type { MantineColorsTuple } from "@mantine/core"

/** The accent: buttons, links, selection, charts. */
export const petrol: MantineColorsTuple = [
  "#eaf5f6",
  "#d2e8ea",
  "#a6d1d6",
  "#77b8c0",
  "#4f9faa",
  "#318896",
  "#1f7583",
  "#12616f",
  "#0d4f5b",
  "#083c46"
]

/** Warm neutrals of the light scheme. */
export const warmGray: MantineColorsTuple = [
  "#faf9f7",
  "#f5f3f0",
  "#ebe8e3",
  "#dedad3",
  "#ccc6bd",
  "#aaa398",
  "#857e74",
  "#5f5952",
  "#3d3934",
  "#24211d"
]

/** Warm neutrals of the dark scheme: text first, the page is the eighth. */
export const warmDark: MantineColorsTuple = [
  "#d4d0ca",
  "#b8b3ac",
  "#8f8a83",
  "#6a655f",
  "#423e39",
  "#383430",
  "#2b2825",
  "#211f1c",
  "#1b1917",
  "#141210"
]
