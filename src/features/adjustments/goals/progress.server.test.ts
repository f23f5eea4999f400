import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { WEEK, aFleet } from '#test/factories.ts'
import { statementsOf } from '#test/statements.ts'
import { factsOfAll } from './progress.server.ts'

const WANTED = { criterion: 'trips', period: 'week', levels: [], stacking: 'best', from: WEEK, until: null } as const

test('every table that prizes rest on is one whose changes are seen', async () => {
  await aFleet()
  const audience = { regimes: ['slot' as const], car: 'fleet' as const, minWeeks: null, maxWeeks: null, drivers: [] }
  const goal = { ...WANTED, id: null, audience }
  const period = { first: WEEK, last: WEEK, weeks: [WEEK] }
  const [version, ...rest] = await statementsOf(() => factsOfAll([{ goal, period }], db))
  const tablesOf = (words: string) =>
    [...words.matchAll(/\b(?:from|join) "?(\w+)"?/g)].map(([, name]) => name).filter((name) => name !== 'unnest')
  const read = rest.flatMap(({ words }) => tablesOf(words))
  expect(new Set(read)).toEqual(new Set(['drivers', 'adjustments', 'terms', 'assignments']))
  const seen = new Set(tablesOf(version!.words))
  expect(read.filter((table) => !seen.has(table))).toEqual([])
})
