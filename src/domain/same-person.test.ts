import { expect, test } from 'vitest'
import { findSamePerson } from './same-person.ts'

const people = [
  { id: 'ana', nif: '501964843', emails: ['ana@example.org'], phones: ['912345678'] },
  { id: 'rui', nif: null, emails: [], phones: ['961111111'] },
]
const find = (nif: string | null, email: string | null, phone: string | null) => {
  const found = findSamePerson({ nif, email, phone }, people)
  return found === 'several' || found === null ? found : [found.person.id, found.by]
}

test('the NIF says who somebody is, then the e-mail, then the phone, however they are written', () => {
  expect(find('501964843', 'outra@example.org', '961 000 000')).toEqual(['ana', 'nif'])
  expect(find(null, ' Ana@Example.org ', null)).toEqual(['ana', 'email'])
  expect(find(null, null, '+351 961 111 111')).toEqual(['rui', 'phone'])
  expect(find(null, null, null)).toBeNull()
})

test('two NIFs that differ are two people with one phone; what belongs to two is nobody’s', () => {
  expect(find('500000000', 'ana@example.org', '912345678')).toBeNull()
  expect(find('500000000', null, '961111111')).toEqual(['rui', 'phone'])
  expect(find(null, 'ana@example.org', '961111111')).toBe('several')
})
