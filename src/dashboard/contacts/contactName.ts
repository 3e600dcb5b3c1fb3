interface Named {
  readonly id: string
  readonly email: string | null
  readonly phone: string | null
  readonly first_name: string | null
  readonly last_name: string | null
}

/** First and last name; undefined without either. */
export const fullName = ({ first_name, last_name }: Pick<Named, "first_name" | "last_name">): string | undefined =>
  [first_name, last_name].filter(Boolean).join(" ") || undefined

/** The name of a contact, else its e-mail, phone or id. */
export const contactName = (contact: Named): string => fullName(contact) ?? contact.email ?? contact.phone ?? contact.id

/** Name and address, to tell contacts of one name apart. */
export const contactLabel = (contact: Named): string => {
  const address = contact.email ?? contact.phone
  const name = contactName(contact)
  return address === null || address === name ? name : `${name} (${address})`
}
