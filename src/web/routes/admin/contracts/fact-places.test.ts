import { expect, test } from 'vitest'
import { PLACEHOLDERS } from '#domain/contract.ts'
import { TYPED } from '#features/contracts/schema.ts'
import { wayBack } from '#web/parts/asked-week.ts'
import { placeAt } from '#web/places.ts'
import { placeOfFact } from './fact-places.ts'

const driver = '00000000-0000-4000-8000-000000000001'
const follows = '00000000-0000-4000-8000-000000000002'
const CHOICE = { driver, kind: 'deposit', language: 'en', follows: null } as const
const back = (place: string) => wayBack(new Request(`http://localhost${place}`))

/** Facts that are typed in the form itself, or follow from the chosen contract. */
const NO_RECORD = new Set<string>([...TYPED, 'term', 'firstDay', 'originalNumber', 'originalKind', 'originalDay'])

test('what a contract lacks of the records has a place with a form, which leads back to that contract', () => {
  for (const name of PLACEHOLDERS) {
    const place = placeOfFact(name, CHOICE, 'a-car')
    if (place === null) expect(NO_RECORD).toContain(name)
    else {
      expect(placeAt(place)?.asks).toBeDefined()
      expect(back(place)).toBe(`/admin/contracts/new?driver=${driver}&kind=deposit&language=en`)
    }
  }
})

test('a contract that follows another is gone back to as one that does; an address of somebody else’s making is not', () => {
  const renewal = placeOfFact('fee', { ...CHOICE, follows }, null)!
  expect(back(renewal)).toBe(`/admin/contracts/new?driver=${driver}&kind=deposit&language=en&follows=${follows}`)
  for (const mark of ['', '//elsewhere', `${driver}.deposit`, `${driver}.deposit.xx`, `${driver}.deposit.en.//x`])
    expect(back(`/admin/company?contract=${mark}`)).toBeNull()
})
