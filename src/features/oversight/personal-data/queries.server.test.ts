import { expect, test } from 'vitest'
import { liftConstraints, plantAll, planter, shapes } from '#test/planted-person.ts'
import { findPerson, walkNouns } from './queries.server.ts'
import { OF_COMPANY } from '#web/nouns.ts'
import { NOBODYS, PERSONAL } from './register.ts'

test('every table is a noun of a person, or nobody’s with a reason, and never both', async () => {
  const tables = [...(await shapes()).keys()]
  const listed = [...Object.keys(PERSONAL), ...Object.keys(NOBODYS), ...Object.keys(OF_COMPANY)]
  expect(listed.toSorted()).toEqual(tables.toSorted())
})

test('every column that the register names is there', async () => {
  const known = await shapes()
  const named = Object.entries(PERSONAL).flatMap(([table, noun]) => {
    const {
      links,
      withholds = {},
      exportsOnly = [],
      opens = {},
      people = [],
      ofActor = {},
      without = {},
      only = {},
    } = noun
    const ofLinks = links.flatMap((link) => [
      ...('through' in link ? [link.by] : Object.values(link)),
      ...('named' in link ? ['source'] : []),
    ])
    const besides = Object.entries(ofActor).flatMap(([who, names]) => [who, ...names])
    const all = [...ofLinks, ...Object.keys(withholds), ...exportsOnly, ...Object.keys(opens), ...people, ...besides]
    return [...all, ...Object.keys(without), ...Object.keys(only)].map((name) => ({ table, name }))
  })
  const missing = named.filter(({ table, name }) => !known.get(table)?.some((one) => one.name === name))
  expect(missing).toEqual([])
})

test('what is planted in any noun of a person is in their export, whatever links it to them; what stays out is not, nor is anybody else’s', async () => {
  await liftConstraints()
  const [mine, theirs] = [planter('mine'), planter('theirs')]
  const plants = await plantAll(mine)
  await plantAll(theirs)
  const person = await findPerson(mine.driver)
  expect(person).toMatchObject({ drivers: [mine.driver], uid: mine.uid, emails: [mine.email] })

  const exported = new Map<string, string>()
  for await (const { table, rows } of walkNouns(person)) exported.set(table, JSON.stringify(rows))
  const all = [...exported.values()].join('\n')
  const missing = plants.flatMap(({ table, shown: words }) =>
    words.filter((word) => !exported.get(table)!.includes(word)).map((word) => `${table}: ${word}`),
  )
  expect(missing).toEqual([])
  expect(plants.flatMap(({ kept }) => kept.filter((word) => all.includes(`"${word}"`)))).toEqual([])
  expect(plants.flatMap(({ shown: words }) => words).length).toBeGreaterThan(300)
  expect([...all.matchAll(/theirs-[\w-]+|secret-[\w-]+/g)].map(([word]) => word)).toEqual([])
  for (const foreign of [theirs.driver, theirs.uid, theirs.email]) expect(all).not.toContain(foreign)
})
