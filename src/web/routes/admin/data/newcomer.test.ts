import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { en } from '#messages/en.ts'
import { registerMessages, translatorFor } from '#web/i18n.tsx'
import { ofList } from './newcomer.tsx'

registerMessages('en', en)

const driver = (id: string, name: string, source: 'uber' | 'bolt', total: number) =>
  ({ id, name, parts: [[{ source, total: cents(total), count: 1, areTrips: false }]] }) as unknown as Parameters<
    typeof ofList
  >[0][number]

test('two drivers of the list with one name can be told apart where one is chosen', () => {
  const list = [
    driver('1', 'João Silva', 'uber', 513_88),
    driver('2', 'joao silva', 'bolt', 136_91),
    driver('3', 'Elsa Faria', 'uber', 913_20),
  ]
  expect(ofList(list, translatorFor('en')).map(({ label }) => label)).toEqual([
    'João Silva · Uber · €513.88',
    'joao silva · Bolt · €136.91',
    'Elsa Faria',
  ])
})
