const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/

/** A name below an object of Liquid; undefined for one that cannot be stated in text as in markup. */
const below = (object: string, name: string): string | undefined => {
  if (identifier.test(name)) return `${object}.${name}`
  return /[{}%\\<>&"'\p{C}]/u.test(name) ? undefined : `${object}['${name}']`
}

const shown = (path: string | undefined): string | undefined => (path === undefined ? undefined : `{{ ${path} }}`)

/** The Liquid that shows a custom field of this name, in text as in markup; undefined for a name that it cannot state there. Pure. */
export const customFieldTag = (name: string): string | undefined => shown(below("contact.custom_fields", name))

/** The Liquid that shows what the data of an event has below a dotted name, as `customFieldTag` does. Pure. */
export const eventDataTag = (name: string): string | undefined =>
  shown(
    name
      .split(".")
      .reduce<string | undefined>(
        (path, part) => (path === undefined ? undefined : below(path, part)),
        "event.event_data"
      )
  )
