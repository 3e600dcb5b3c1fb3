/** Words of the editor of mail made of blocks, around the blocks. */

// The window
export const mailContent = "Content of the mail"
export const settings = "Settings"
export const tabs = { block: "Block", mail: "Whole mail", preview: "Preview" } as const
export const tooLarge = "This does not fit: a mail holds at most 200 blocks and 200,000 characters."
export const noBlock = "Choose a block in the mail, or add one."
export const noBlocks = "This mail is empty. Add its first block."

// The bar of tools
export const tools = "Tools"
export const undo = "Undo"
export const redo = "Redo"
export const addBlock = "Add block"
export const insertField = "Insert field"
export const insertFieldIn = (input: string) => `Insert field: ${input}`
export const textStyle = "Style of the paragraph"
export const textStyles = { paragraph: "Text", 1: "Heading 1", 2: "Heading 2", 3: "Heading 3" } as const
export const bold = "Bold"
export const italic = "Italic"
export const underline = "Underline"
export const bulletList = "Bullet list"
export const orderedList = "Numbered list"
export const align = { left: "Align left", center: "Align centre", right: "Align right" } as const
export const link = "Link"
export const saveLink = "Set link"
export const removeLink = "Remove link"
export const textColor = "Colour of the words"
export const removeColor = "Remove colour"
export const otherColor = "Another colour"
export const listedColors = "Colours of the list"
export const saveColor = "Set colour"
export const wordColors: Readonly<Record<string, string>> = {
  "#000000": "Black",
  "#5f5a52": "Grey",
  "#b3301f": "Red",
  "#b35c00": "Orange",
  "#2b6a3f": "Green",
  "#0b7285": "Petrol",
  "#1f4fa8": "Blue",
  "#5f3dc4": "Violet"
}
export const colorLabel = (color: string) => wordColors[color] ?? color

// The bar of a block
export const blockTools = "Tools of the block"
export const selected = (block: string) => `${block} chosen`
export const within = (block: string) => `In: ${block}`
export const moveUp = "Move up"
export const moveDown = "Move down"
export const duplicate = "Duplicate"
export const remove = "Delete"

// Help
export const help = "Keys"
export const keys: ReadonlyArray<readonly [keys: string, does: string]> = [
  ["Alt + ↑ / ↓", "Moves the block up or down"],
  ["↑ / ↓", "Goes to the next block"],
  ["Enter", "On a chosen block: opens its settings"],
  ["Alt + Enter", "In a text: opens the settings of its block"],
  ["Esc", "In a text: chooses its block, then the columns around it; in the settings: back to the mail"],
  ["Delete", "Takes out the chosen block"],
  ["Ctrl + Z", "Undoes"],
  ["Ctrl + Shift + Z", "Redoes"],
  ["Ctrl + B / I / U", "Bold, italic, underlined"],
  ["Shift + Tab / Tab", "From the mail to the tools, and to the settings"]
]

// The whole mail
export const font = "Font"
export const fonts = { sans: "Sans-serif", serif: "Serif", mono: "Monospace" } as const
export const mailTextColor = "Colour of text"
export const linkColor = "Colour of links"
export const buttonColor = "Colour of buttons"
export const mailBackground = "Background"
