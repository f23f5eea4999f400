import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { withdrawTimes } from '#features/weeks/working-times/commands.server.ts'
import { showTimes } from '#features/weeks/working-times/queries.server.ts'
import { aFleet, makeChange, tried } from '#test/factories.ts'
import { discardTimes, retireTimeList, takeTimes, setUpTimeList } from './commands.server.ts'
import { getWaitingTimes, listTimeLists, listWaitingTimes } from './queries.server.ts'
import { readTimesSetupInput } from './schema.ts'

const NOW = Temporal.Instant.from('2026-06-28T18:00:00Z')
const HEAD = 'Dia;Quem;Início;Fim;O quê'
const file = (...rows: readonly string[]) => ({
  name: 'tempos.csv',
  bytes: new TextEncoder().encode(`\uFEFF${[HEAD, ...rows].join('\r\n')}\r\n`),
})
const SAID = 'source=Livro&date=0&driver=1&from=2&to=3&activity=4'
const said = (query = SAID) => readTimesSetupInput(new URLSearchParams(query))
let ana = { id: '', name: '', ref: '' }
let other = ana
const take = (one: ReturnType<typeof file>, driverId: string | null = null, fromDriver = false) =>
  makeChange((change) => takeTimes(change, one, { driverId, fromDriver }), { at: NOW })
const waits = async (one: ReturnType<typeof file>, driverId: string | null = null, fromDriver = false) => {
  const taken = await take(one, driverId, fromDriver)
  return taken.is === 'waiting' ? taken.id : ''
}
const drivingOf = async (id: string, day: string) =>
  (await showTimes(id, NOW)).weeks.flatMap(({ days }) => days).find((one) => one.day === day)?.record?.driving ?? null

beforeEach(async () => {
  await aFleet()
  const rows = await db.selectFrom('drivers').select(['id', 'name', 'ref']).orderBy('ref').limit(2).execute()
  ;[ana, other] = [rows[0]!, rows[1]!]
})

test('an export that nobody knows waits once; explained once, it and the next are read by themselves', async () => {
  const first = file(`25/06/2026;${ana.name};08:00;12:00;Condução`, `25/06/2026;${other.ref};09:00;11:00;Condução`)
  const id = await waits(first)
  expect(await waits(first)).toBe(id)
  await makeChange((change) => setUpTimeList(change, id, said()), { at: NOW })
  expect([await drivingOf(ana.id, '2026-06-25'), await drivingOf(other.id, '2026-06-25')]).toEqual([14_400, 7_200])
  expect(await listWaitingTimes()).toEqual([])
  expect(await take(first)).toEqual({ is: 'again' })
  expect(await take(file(`26/06/2026;${ana.name.toUpperCase()};08:00;13:00;CONDUCAO`))).toEqual({
    is: 'kept',
    lines: 1,
  })
  expect(await drivingOf(ana.id, '2026-06-26')).toBe(5 * 3_600)
  await expect(tried((change) => setUpTimeList(change, id, said()))).rejects.toMatchObject({
    code: 'record.not-found',
  })
})

test('a list that is taken back counts no more, and can be given again', async () => {
  const one = file(`25/06/2026;${ana.name};08:00;12:00;Condução`)
  await makeChange(async (change) => setUpTimeList(change, await waits(one), said()), { at: NOW })
  const [kept] = (await showTimes(ana.id, NOW)).files
  await makeChange((change) => withdrawTimes(change, kept!.id))
  expect(await drivingOf(ana.id, '2026-06-25')).toBeNull()
  expect(await take(one)).toEqual({ is: 'kept', lines: 1 })
})

test('a line of nobody, of somebody else, or with a word that nobody explained refuses the whole file by its line', async () => {
  const good = `25/06/2026;${ana.name};08:00;12:00;Condução`
  await makeChange(async (change) => setUpTimeList(change, await waits(file(good)), said()), { at: NOW })
  const refused = async (row: string, driverId: string | null = null) => {
    const taken = await take(file(`26/06/2026;${ana.name};08:00;12:00;Condução`, row), driverId)
    return taken.is === 'refused' ? taken.problems.map(({ line, column, code }) => `${line} ${column} ${code}`) : taken
  }
  expect(await refused('26/06/2026;Ninguém;13:00;15:00;Condução')).toEqual(['3 Quem value-unknown'])
  expect(await refused(`26/06/2026;${other.name};13:00;15:00;Condução`, ana.id)).toEqual(['3 Quem value-unknown'])
  expect(await refused('26/06/2026;;13:00;15:00;Condução')).toEqual(['3 Quem value-missing'])
  expect(await refused(`26/06/2026;${ana.name};13:00;15:00;Zeta`)).toEqual(['3 O quê value-unknown'])
  expect(await refused(`26/06/2026;${ana.name};13h;15:00;Condução`)).toEqual(['3 Início date-unreadable'])
  expect(await drivingOf(ana.id, '2026-06-26')).toBeNull()
})

test('two drivers of one name are nobody, until the file says which by its reference', async () => {
  await db.updateTable('drivers').set({ name: ana.name }).where('id', '=', other.id).execute()
  const one = file(`25/06/2026;${ana.name};08:00;12:00;Condução`)
  const id = await waits(one)
  await expect(tried((change) => setUpTimeList(change, id, said()))).rejects.toMatchObject({
    code: 'profile.incomplete',
  })
  const named = await waits(file(`25/06/2026;${ana.ref};08:00;12:00;Condução`))
  await makeChange((change) => setUpTimeList(change, named, said()), { at: NOW })
  expect(await drivingOf(ana.id, '2026-06-25')).toBe(14_400)
})

test('no explanation is remembered with which a file is not read whole', async () => {
  const id = await waits(file(`05/06/2026;${ana.name};08:00;12:00;Zeta`))
  for (const query of [
    SAID,
    `${SAID}&wordsDriving=zeta`,
    `${SAID.replace('Livro', '')}&wordsDriving=zeta&dates=dmy`,
    'source=Livro',
  ])
    await expect(tried((change) => setUpTimeList(change, id, said(query)))).rejects.toMatchObject({
      code: 'profile.incomplete',
    })
  expect(await listTimeLists()).toEqual([])
  await makeChange((change) => setUpTimeList(change, id, said(`${SAID}&wordsDriving=Zeta,outra&dates=dmy`)), {
    at: NOW,
  })
  expect(await listTimeLists()).toMatchObject([{ source: 'Livro' }])
})

test('a driver lets go of the own file that waits, and of no other', async () => {
  const own = await waits(file(`25/06/2026;${ana.name};08:00;12:00;Condução`), ana.id, true)
  const office = await waits(file(`24/06/2026;${ana.name};08:00;12:00;Condução`), ana.id)
  for (const [id, whose] of [
    [own, other.id],
    [office, ana.id],
  ] as const)
    await expect(tried((change) => discardTimes(change, id, whose))).rejects.toMatchObject({
      code: 'record.not-found',
    })
  await makeChange((change) => discardTimes(change, own, ana.id))
  await expect(getWaitingTimes(own)).rejects.toMatchObject({ code: 'record.not-found' })
  expect(await listWaitingTimes(undefined, other.id)).toEqual([])
})

test('once an explanation is forgotten the next file is asked about again and what was read stays; explained again, the last word counts', async () => {
  const one = file(`25/06/2026;${ana.name};08:00;12:00;Condução`)
  await makeChange(async (change) => setUpTimeList(change, await waits(one), said()), { at: NOW })
  const [list] = await listTimeLists()
  await makeChange((change) => retireTimeList(change, list!.id))
  await expect(tried((change) => retireTimeList(change, list!.id))).rejects.toMatchObject({
    code: 'record.not-found',
  })
  expect(await drivingOf(ana.id, '2026-06-25')).toBe(14_400)
  const next = await waits(file(`26/06/2026;${ana.name};08:00;12:00;Condução`))
  await makeChange((change) => setUpTimeList(change, next, said(SAID.replace('Livro', 'Outra'))), { at: NOW })
  expect((await listTimeLists()).map(({ source }) => source)).toEqual(['Outra'])
})

test('a file without a list is refused, and so is a list without a line of time', async () => {
  const nothing = { name: 'nada.csv', bytes: new TextEncoder().encode('só texto\nsem colunas\n') }
  await expect(
    tried((change) => takeTimes(change, nothing, { driverId: null, fromDriver: false })),
  ).rejects.toMatchObject({
    code: 'profile.no-table',
  })
  await makeChange(async (change) =>
    setUpTimeList(change, await waits(file(`25/06/2026;${ana.name};08:00;12:00;Condução`)), said()),
  )
  await expect(
    tried((change) => takeTimes(change, file('26/06/2026;;;;'), { driverId: null, fromDriver: false })),
  ).rejects.toMatchObject({ code: 'times.nothing' })
})

test('files that wait with the same headings are taken in with the one that is explained; one that is not read whole waits on', async () => {
  const first = await waits(file(`25/06/2026;${ana.name};08:00;12:00;Condução`))
  await waits(file(`26/06/2026;${ana.name};08:00;10:00;Condução`))
  const odd = await waits(file('26/06/2026;Ninguém;08:00;10:00;Condução'))
  await makeChange((change) => setUpTimeList(change, first, said()), { at: NOW })
  expect([await drivingOf(ana.id, '2026-06-25'), await drivingOf(ana.id, '2026-06-26')]).toEqual([14_400, 7_200])
  expect((await listWaitingTimes()).map(({ id }) => id)).toEqual([odd])
})
