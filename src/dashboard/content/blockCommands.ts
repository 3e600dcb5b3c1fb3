import type { Editor } from "@tiptap/core"
import { closeHistory } from "@tiptap/pm/history"
import { Fragment } from "@tiptap/pm/model"
import { type EditorState, NodeSelection, Selection, TextSelection, type Transaction } from "@tiptap/pm/state"
import type { Block } from "../../domain/content/Block.ts"
import type { DocumentSettings } from "../../domain/content/MailDocument.ts"
import { type BlockPlace, columnsAround, currentBlock } from "./blockPlace.ts"
import { nodeNames } from "./editorNode.ts"
import { blockNode } from "./editorOfDocument.ts"
import { isBlock } from "./isBlock.ts"
import { emptyText } from "./newBlocks.ts"

// What is done to a whole block is undone by itself, not with the words that were typed before.
const wholeChange = (state: EditorState): Transaction => closeHistory(state.tr)

// A block with text has the cursor in it, as a rule; another one is selected whole.
const selectAt = (tr: Transaction, pos: number): Transaction => {
  const isText = tr.doc.nodeAt(pos)?.type.name === nodeNames.text
  const selection = isText ? Selection.near(tr.doc.resolve(pos + 1)) : NodeSelection.create(tr.doc, pos)
  return tr.setSelection(selection).scrollIntoView()
}

// What was selected in a block is selected in it at its new place.
const reselect = (tr: Transaction, { selection }: EditorState, offset: number): Transaction =>
  tr
    .setSelection(
      selection instanceof NodeSelection
        ? NodeSelection.create(tr.doc, selection.from + offset)
        : TextSelection.create(tr.doc, selection.anchor + offset, selection.head + offset)
    )
    .scrollIntoView()

// Above or below its neighbour; at an end of a column, out of the columns.
const targetOf = (state: EditorState, place: BlockPlace, offset: -1 | 1): number | undefined => {
  const $pos = state.doc.resolve(place.pos)
  const at = $pos.index() + offset
  if (at >= 0 && at < $pos.parent.childCount) {
    const { nodeSize } = $pos.parent.child(at)
    return offset === -1 ? place.pos - nodeSize : place.pos + place.node.nodeSize + nodeSize
  }
  const columns = columnsAround(state, place)
  return columns === undefined ? undefined : offset === -1 ? columns.pos : columns.pos + columns.node.nodeSize
}

/** Moves the block of the cursor up (-1) or down. False where there is no way. */
export const moveBlock = ({ state, view }: Editor, offset: -1 | 1): boolean => {
  const place = currentBlock(state)
  const target = place === undefined ? undefined : targetOf(state, place, offset)
  if (place === undefined || target === undefined) return false
  const { nodeSize } = place.node
  const to = target > place.pos ? target - nodeSize : target
  const tr = wholeChange(state)
    .delete(place.pos, place.pos + nodeSize)
    .insert(to, place.node)
  view.dispatch(reselect(tr, state, to - place.pos))
  return true
}

/** Whether the block of the cursor can be moved up (-1) or down. */
export const canMove = (state: EditorState, offset: -1 | 1): boolean => {
  const place = currentBlock(state)
  return place !== undefined && targetOf(state, place, offset) !== undefined
}

/** Puts a copy of the block of the cursor below it. */
export const duplicateBlock = ({ state, view }: Editor): boolean => {
  const place = currentBlock(state)
  if (place === undefined) return false
  const after = place.pos + place.node.nodeSize
  view.dispatch(selectAt(wholeChange(state).insert(after, place.node), after))
  return true
}

/** Takes the block of the cursor out of the mail. */
export const removeBlock = ({ state, view }: Editor): boolean => {
  const place = currentBlock(state)
  if (place === undefined) return false
  view.dispatch(
    wholeChange(state)
      .delete(place.pos, place.pos + place.node.nodeSize)
      .scrollIntoView()
  )
  return true
}

/** Selects a block whole. */
export const selectBlock = ({ state, view }: Editor, pos: number): boolean => {
  view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, pos)).scrollIntoView())
  return true
}

/** Selects what is around the cursor: the block of a text, the columns of a block. */
export const selectAround = (editor: Editor): boolean => {
  const place = currentBlock(editor.state)
  if (place === undefined) return false
  const isWhole = editor.state.selection instanceof NodeSelection
  const columns = columnsAround(editor.state, place)
  if (!isWhole) return selectBlock(editor, place.pos)
  return columns === undefined ? false : selectBlock(editor, columns.pos)
}

// Below the block of the cursor. Columns stand in no column.
const placeOfNew = (state: EditorState, block: Block): number => {
  const place = currentBlock(state)
  if (place === undefined) return state.doc.content.size
  const around = block.type === "columns" ? (columnsAround(state, place) ?? place) : place
  return around.pos + around.node.nodeSize
}

/** Adds a block below that of the cursor, and selects it. */
export const addBlock = ({ state, view }: Editor, block: Block): void => {
  const pos = placeOfNew(state, block)
  view.dispatch(selectAt(wholeChange(state).insert(pos, state.schema.nodeFromJSON(blockNode(block))), pos))
}

/** Puts the cursor into a text at the end of a column: one that has no words yet, else a new one. */
export const writeInColumn = ({ state, view }: Editor, columns: BlockPlace, column: number): void => {
  let end = columns.pos + 1
  columns.node.forEach((node, _, at) => {
    if (at <= column) end += node.nodeSize
  })
  end -= 1
  const last = columns.node.child(column).lastChild
  const isUnwritten = last?.type.name === nodeNames.text && last.textContent === ""
  view.dispatch(
    isUnwritten
      ? selectAt(state.tr, end - last.nodeSize)
      : selectAt(wholeChange(state).insert(end, state.schema.nodeFromJSON(blockNode(emptyText))), end)
  )
}

/** Changes the number of columns; what stands in one that is taken away moves to the last that stays. */
export const setColumnCount = ({ state, view }: Editor, { pos, node }: BlockPlace, count: number): void => {
  const columns = Array.from({ length: node.childCount }, (_, at) => node.child(at))
  const kept = columns.slice(0, count)
  const moved = columns.slice(count).flatMap((column) => [...column.content.content])
  const last = kept.at(-1)
  if (last === undefined) return
  const fuller = last.copy(last.content.append(Fragment.from(moved)))
  const empty = Array.from({ length: count - kept.length }, () => last.type.create())
  const all = [...kept.slice(0, -1), fuller, ...empty]
  const tr = wholeChange(state).replaceWith(pos, pos + node.nodeSize, node.type.create(node.attrs, all))
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, pos)))
}

/** Members of a block to change; undefined takes a member away. */
export type BlockChange<B> = { readonly [Member in keyof B]?: B[Member] | undefined }

/** Changes members of the block at a position. False if it could stand in no mail then. */
export const changeBlock = ({ state, view }: Editor, { pos, node }: BlockPlace, change: object): boolean => {
  const members: object = { ...node.attrs["block"], ...change }
  const block = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
  if (!isBlock(block)) return false
  // Inputs report their value when they are left, too.
  if (JSON.stringify(block) === JSON.stringify(node.attrs["block"])) return true
  const tr = state.tr.setNodeMarkup(pos, undefined, { ...node.attrs, block })
  if (state.selection instanceof NodeSelection && state.selection.from === pos)
    tr.setSelection(NodeSelection.create(tr.doc, pos))
  view.dispatch(tr)
  return true
}

/** Changes the fonts and colours of the whole mail. */
export const setSettings = ({ state, view }: Editor, settings: DocumentSettings): void =>
  view.dispatch(state.tr.setDocAttribute("settings", settings))
