/** The Liquid that shows a custom field of this name, in text as in markup; undefined for a name that it cannot state there. Pure. */
export const customFieldTag = (name: string): string | undefined => {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return `{{ contact.custom_fields.${name} }}`
  return /[{}%\\<>&"'\p{C}]/u.test(name) ? undefined : `{{ contact.custom_fields['${name}'] }}`
}
