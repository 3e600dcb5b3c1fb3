/** A node of the editor whose parts were not checked: it may come from a clipboard. */
export interface UncheckedNode {
  readonly type?: unknown
  readonly text?: unknown
  readonly attrs?: unknown
  readonly marks?: unknown
  readonly content?: unknown
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const objectsIn = (list: unknown): ReadonlyArray<UncheckedNode> => (Array.isArray(list) ? list.filter(isObject) : [])

/** The nodes in a node, without what is no node. */
export const childrenOf = ({ content }: UncheckedNode): ReadonlyArray<UncheckedNode> => objectsIn(content)

/** The styles of a text. */
export const marksOf = ({ marks }: UncheckedNode): ReadonlyArray<UncheckedNode> => objectsIn(marks)

/** An attribute of a node; undefined without one. */
export const attributeOf = ({ attrs }: UncheckedNode, name: string): unknown =>
  isObject(attrs) && Object.hasOwn(attrs, name) ? Reflect.get(attrs, name) : undefined

/** The members of an attribute that is an object; none of another. */
export const membersOf = (node: UncheckedNode, name: string): object => {
  const value = attributeOf(node, name)
  return isObject(value) ? value : {}
}
