import { normalEmail, normalPhone } from './identifiers.ts'

/** All by which somebody of the fleet is known; addresses and numbers as they are matched (`normalEmail`, `normalPhone`). */
export type KnownIdentity = {
  id: string
  /** The number itself, or what stands for it: the same for the same number, on both sides. */
  nif: string | null
  emails: readonly string[]
  phones: readonly string[]
}

/** What a list says of somebody. */
export type ListedIdentity = { nif: string | null; email: string | null; phone: string | null }

export type SamePerson<Person> = { person: Person; by: 'nif' | 'email' | 'phone' }

/**
 * Who of the fleet a line of a list is: whoever has its NIF, else its e-mail, else its phone. Two NIFs that differ are two
 * people, whatever else they share: a phone at home. `several` when what it says belongs to more than one; a name says nothing.
 */
export function findSamePerson<Person extends KnownIdentity>(
  listed: ListedIdentity,
  people: readonly Person[],
): SamePerson<Person> | 'several' | null {
  const email = listed.email && normalEmail(listed.email)
  const phone = listed.phone && normalPhone(listed.phone)
  const isOther = ({ nif }: Person) => nif !== null && listed.nif !== null && nif !== listed.nif
  const found = people
    .filter((person) => !isOther(person))
    .flatMap((person): SamePerson<Person>[] => {
      if (listed.nif !== null && person.nif === listed.nif) return [{ person, by: 'nif' }]
      if (email && person.emails.includes(email)) return [{ person, by: 'email' }]
      return phone && person.phones.includes(phone) ? [{ person, by: 'phone' }] : []
    })
  if (found.length > 1) return 'several'
  return found[0] ?? null
}
