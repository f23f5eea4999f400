import { normalEmail, normalPhone } from './identifiers.ts'

/**
 * Everything by which a person of the fleet is known; addresses and numbers in the form in which they are matched
 * (`normalEmail`, `normalPhone`).
 */
export type KnownIdentity = {
  id: string
  /** The NIF itself, or a token of it: the same number gives the same token on both sides. */
  nif: string | null
  emails: readonly string[]
  phones: readonly string[]
}

/** Data of a person in a list. */
export type ListedIdentity = { nif: string | null; email: string | null; phone: string | null }

export type SamePerson<Person> = { person: Person; by: 'nif' | 'email' | 'phone' }

/**
 * Finds the person of the fleet in a line of a list: whoever has its NIF, else its e-mail, else its phone. Two
 * different NIFs are two people, whatever else they share, as a phone at home. `several` when the line fits more than
 * one; a name proves nothing.
 */
export function findSamePerson<Person extends KnownIdentity>(
  identity: ListedIdentity,
  people: readonly Person[],
): SamePerson<Person> | 'several' | null {
  const email = identity.email && normalEmail(identity.email)
  const phone = identity.phone && normalPhone(identity.phone)
  const isOther = ({ nif }: Person) => nif !== null && identity.nif !== null && nif !== identity.nif
  const found = people
    .filter((person) => !isOther(person))
    .flatMap((person): SamePerson<Person>[] => {
      if (identity.nif !== null && person.nif === identity.nif) return [{ person, by: 'nif' }]
      if (email && person.emails.includes(email)) return [{ person, by: 'email' }]
      return phone && person.phones.includes(phone) ? [{ person, by: 'phone' }] : []
    })
  if (found.length > 1) return 'several'
  return found[0] ?? null
}
