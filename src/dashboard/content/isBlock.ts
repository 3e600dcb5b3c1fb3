import { Schema } from "effect"
import { Block } from "../../domain/content/Block.ts"
import type { BlockMembers } from "./editorNode.ts"

const isWhole = Schema.is(Block)

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

// What the editor keeps as nodes.
const emptied = (members: object): object => {
  const type: unknown = Reflect.get(members, "type")
  return type === "text" ? { content: [] } : type === "columns" ? { columns: [{ blocks: [] }] } : {}
}

/** Whether these are the members of a block, apart from the blocks and the text in it. Pure. */
export const isBlock = (members: unknown): members is BlockMembers =>
  isObject(members) && isWhole({ ...members, ...emptied(members) })
