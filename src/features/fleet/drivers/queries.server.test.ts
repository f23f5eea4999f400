import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { namesApart } from '#domain/driver.ts'
import { aFleet } from '#test/factories.ts'
import { nameApart } from './queries.server.ts'

test('the title of a record tells apart what lists tell apart: names that are read the same, however they are written', async () => {
  await aFleet()
  const names = [
    'JOÃO  SÁ',
    'João Sá'.normalize('NFD'),
    ' joão\u200b sá',
    'Joao Sa',
    'João Sá Pinto',
    'ঢাকা',
    'Ÿ ẞ',
    'ÿ ß',
  ]
  const drivers = await db
    .insertInto('drivers')
    .values(names.map((name, at) => ({ name, ref: `S${at}` })))
    .returning(['id', 'ref', 'name'])
    .execute()
  const inLists = namesApart(drivers).map(({ name }) => name)
  expect(inLists).toEqual([
    'JOÃO  SÁ · S0',
    `${names[1]} · S1`,
    ' joão\u200b sá · S2',
    'Joao Sa',
    'João Sá Pinto',
    'ঢাকা',
    'Ÿ ẞ · S6',
    'ÿ ß · S7',
  ])
  expect(await Promise.all(drivers.map(({ id }) => nameApart(id)))).toEqual(inLists)
})

test('two names that are read as one always have the same letters, so a title misses none of them', async () => {
  const pairs: [string, string][] = []
  for (let code = 0x20; code <= 0xffff; code++) {
    // Halves of characters, and a letter of 2025 that databases do not know yet.
    if ((code >= 0xd800 && code <= 0xdfff) || code === 0xa7f1) continue
    const one = `A${String.fromCodePoint(code)}b`
    for (const other of [one.toLowerCase(), one.toUpperCase(), one.normalize('NFD'), one.normalize('NFKC')]) {
      const isOne = namesApart([one, other].map((name, at) => ({ name, ref: String(at) })))[0]?.name !== one
      if (other !== one && isOne) pairs.push([one, other])
    }
  }
  expect(pairs.length).toBeGreaterThan(1_000)
  const { rows } = await sql<{ one: string }>`select one from unnest(${pairs.map(([one]) => one)}::text[],
    ${pairs.map(([, other]) => other)}::text[]) named (one, other)
    where letters_of_name(one) <> letters_of_name(other)`.execute(db)
  expect(rows).toEqual([])
})
