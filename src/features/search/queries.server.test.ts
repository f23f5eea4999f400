import { beforeEach, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { changeIban } from '#features/fleet/ibans/commands.server.ts'
import { openPlan } from '#features/plans/commands.server.ts'
import { addAdjustment } from '#features/adjustments/commands.server.ts'
import { addJob } from '#features/fleet/upkeep/commands.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { sendPaper } from '#features/papers/commands.server.ts'
import { pdfBytes } from '#test/papers.ts'
import { sealedNif } from '#db/sealed-columns.server.ts'
import { type Fleet, MONDAY, WEEK, aFleet, makeChange, drop, dropPublicSet, publicFile } from '#test/factories.ts'
import { searchOffice } from './queries.server.ts'
import { readAsked } from './schema.ts'

const AN_IDENTITY = {
  number: 'CC 1',
  issuedOn: null,
  expiresOn: '2030-01-01',
  files: [new File([pdfBytes('cc')], 'cc.pdf')],
}

let fleet: Fleet
beforeEach(async () => {
  fleet = await aFleet()
})

const search = async (text: string) => searchOffice(readAsked(text)!, MONDAY)
const drivers = async (text: string) => (await search(text)).drivers.found.map(({ ref }) => ref)
const plates = async (text: string) => (await search(text)).vehicles.found.map(({ plate }) => plate)
const weeks = async (text: string) => (await search(text)).weeks.found.map(({ name }) => name)

async function rename(ref: string, fields: { name?: string; phone?: string; nif?: string; email?: string }) {
  const { nif = null, ...rest } = fields
  const id = fleet.driver(ref)
  await db
    .updateTable('drivers')
    .set({ ...rest, ...sealedNif('drivers.nif', id, nif) })
    .where('id', '=', id)
    .execute()
}

test.each(['antónio conceição', 'antonio CONCEICAO', 'conceicao antonio', 'CONCEIÇÃO'])(
  'a driver is found by name without case, accents and order: %s',
  async (text) => {
    await rename('D3', { name: 'António da Conceição' })
    expect(await drivers(text)).toEqual(['D3'])
  },
)

test('a driver is found by reference, phone, e-mail and tax number, however they are spaced', async () => {
  await rename('D2', { phone: '+351912345678', nif: '248136990', email: 'Rui.Valadas@exemplo.pt' })
  for (const text of [
    '912 345 678',
    '+351 912-345-678',
    '00351912345678',
    '248 136 990',
    'PT248136990',
    'rui.valadas@',
  ])
    expect(await drivers(text), text).toEqual(['D2'])
  expect((await drivers('d2'))[0]).toBe('D2')
})

test('what LIKE would take for a wildcard means itself', async () => {
  await rename('D3', { name: 'Ana 50%_Silva' })
  expect(await drivers('50%_s')).toEqual(['D3'])
  expect(await drivers('%%')).toEqual([])
  expect(await drivers('__')).toEqual([])
  expect(await drivers(String.raw`\\`)).toEqual([])
  expect(await drivers(`' or true --`)).toEqual([])
})

test.each(['zx-11-ta', 'ZX 11 TA', 'zx11ta', 'ZX·11·TA', 'x11t'])(
  'a plate is found in any spelling: %s',
  async (text) => {
    expect(await plates(text)).toEqual(['ZX-11-TA'])
  },
)

test('a car says who has it now', async () => {
  const [car] = (await search('zx11ta')).vehicles.found
  const holder = await db.selectFrom('drivers').select('ref').where('name', '=', car!.driver!).executeTakeFirst()
  expect(holder).toBeDefined()
})

test.each(['23', 'W23', 'w 23', '2026-W23', '2026W23', 'semana 23', 'Week 23', '2026-06-03', '3/6/2026'])(
  'a week is found as it is spoken of: %s',
  async (text) => {
    await drop([publicFile('2026W23')])
    expect(await weeks(text)).toEqual(['2026-W23'])
  },
)

test('a week without data is offered once, a week to come or that no year has is not', async () => {
  const [week] = (await search('20')).weeks.found
  expect(week).toMatchObject({ name: '2026-W20', hasData: false, statements: 0 })
  expect(await weeks('2026-W40')).toEqual([])
  expect(await weeks('2026-02-30')).toEqual([])
  expect(await weeks('2025-W53')).toEqual([])
  expect(await weeks('99')).toEqual([])
})

test('a file is found by its source, and by a part of its name', async () => {
  await dropPublicSet()
  const { files } = await search('payments_driver')
  expect(files.found).toHaveLength(1)
  expect(files.found[0]).toMatchObject({ source: 'uber', undone: false })
  expect(files.found[0]!.name).not.toContain('/')
  const { files: ofBolt } = await search('bolt')
  expect(ofBolt.found.map(({ source }) => source)).toEqual(['bolt', 'bolt'])
  expect((await search('via verde')).files.found.every(({ source }) => source === 'viaverde')).toBe(true)
  expect((await search('via verde 2026')).files.found.length).toBeGreaterThan(0)
})

test('twenty of a kind are shown, and that there are more is said', async () => {
  await makeChange(({ tx }) =>
    tx
      .insertInto('drivers')
      .values(Array.from({ length: 21 }, (_, place) => ({ name: `Motorista Igual ${place}`, ref: `X${place}` })))
      .execute(),
  )
  const { drivers: many } = await search('motorista igual')
  expect({ count: many.found.length, more: many.more }).toEqual({ count: 20, more: true })
  expect((await search('motorista igual 7')).drivers.more).toBe(false)
})

test('too little to search by is not searched for, unless it names a week', () => {
  expect([readAsked(''), readAsked(' a '), readAsked('\u0301\u0301')]).toEqual([null, null, null])
  expect(readAsked('7')).toMatchObject({ week: { year: null, number: 7 }, digits: null, plate: null })
})

const others = async (text: string) =>
  (await search(text)).others.flatMap(({ noun, found }) => found.map(({ name }) => `${noun}: ${name}`))

test.each([
  ['Antonoi', 'António da Conceição'],
  ['conceisao', 'António da Conceição'],
  ['ferreria', 'João Ferreira'],
  ['silav', 'Ana Silva'],
  ['souza', 'Rui Sousa'],
])('a slip finds who is meant, and it is said to be only like it: %s', async (text, name) => {
  await rename('D3', { name })
  const { isAlike, drivers: found } = await search(text)
  expect({ isAlike, name: found.found[0]?.name }).toEqual({ isAlike: true, name })
})

test('names written as typed leave out names that are only similar, and the most similar stands first', async () => {
  await rename('D1', { name: 'Ana Silveira' })
  await rename('D2', { name: 'Ana Bela Silvano' })
  await rename('D3', { name: 'Rui Silva' })
  const { isAlike, drivers: found } = await search('silva')
  expect([isAlike, ...found.found.map(({ name }) => name)]).toEqual([false, 'Rui Silva', 'Ana Bela Silvano'])
})

test('a plate with a slip finds its car; a number with one finds nobody', async () => {
  await rename('D2', { phone: '+351912345678' })
  expect(await plates('ZX-11-TB')).toContain('ZX-11-TA')
  expect(await drivers('912345679')).toEqual([])
})

test('a driver is found by the last four of the account that is paid to now, and by the whole of it', async () => {
  const [first, second] = ['PT50999900000000000010173', 'PT50000201231234567890154']
  for (const iban of [first, second])
    await makeChange((change) => changeIban(change, fleet.driver('D2'), { iban, holder: null }))
  const found = (await search(second.slice(-4))).drivers.found
  expect(found.map(({ ref, ibanEnds }) => [ref, ibanEnds])).toEqual([['D2', second.slice(-4)]])
  expect(await drivers(`•••• ${second.slice(-4)}`)).toEqual(['D2'])
  expect(await drivers(second)).toEqual(['D2'])
  expect(await drivers(first)).not.toContain('D2')
})

test('what belongs to a driver or a car is found by their names, by its own words and by what its kind is called', async () => {
  await rename('D2', { name: 'Joaquim Valadão' })
  const plan = { driverId: fleet.driver('D2'), kind: 'deposit', total: cents(500_00), count: 5, first: WEEK } as const
  await makeChange((change) => openPlan(change, { ...plan, reason: 'Telemóvel partido', skipsIdle: false }))
  expect(await others('valadao')).toContain('plan: Joaquim Valadão')
  expect(await others('telemovel')).toEqual(['plan: Joaquim Valadão'])
  expect(await others('plano valadao')).toEqual(['plan: Joaquim Valadão'])
  expect(await others('instalments valadao')).toEqual(['plan: Joaquim Valadão'])
  expect(await others('telemovle')).toEqual(['plan: Joaquim Valadão'])
  expect(await others('multa valadao')).toEqual([])
})

test('two drivers of one name are told apart in every result that names them', async () => {
  const car = await db.selectFrom('vehicles').select('id').limit(1).executeTakeFirstOrThrow()
  for (const ref of ['D1', 'D2']) {
    const driverId = fleet.driver(ref)
    await rename(ref, { name: 'Joaquim Valadão' })
    const plan = { driverId, kind: 'deposit', total: cents(500_00), count: 5, first: WEEK } as const
    await makeChange((change) => openPlan(change, { ...plan, reason: 'Telemóvel', skipsIdle: false }))
    await makeChange((change) => sendPaper(change, driverId as OwnDriverId, 'identity', AN_IDENTITY))
    await db
      .insertInto('fines')
      .values({
        vehicle_id: car.id,
        driver_id: driverId,
        number: `12345678${ref.slice(1)}`,
        body: 'ansr',
        place: 'Lisboa',
        committed_at: MONDAY.toString(),
        created_at: MONDAY.toString(),
        notified_on: '2026-06-08',
      })
      .execute()
  }
  const found = (await search('valadao')).others.flatMap(({ found: some }) => some)
  const shown = (noun: string) =>
    found
      .filter((one) => one.noun === noun)
      .map(({ name, detail }) => (noun === 'fine' ? detail : name))
      .toSorted()
  const both = ['Joaquim Valadão · D1', 'Joaquim Valadão · D2']
  expect(shown('plan')).toEqual(both)
  expect(shown('paper')).toEqual(both)
  expect(shown('fine')).toEqual(both.map((name) => `${name} · Lisboa`))
})

test('what is looked up by an index is found by a part of it, by a slip in it, and together with whose it is', async () => {
  await rename('D2', { name: 'Joaquim Valadão' })
  const fine = { driverId: fleet.driver('D2'), week: WEEK, kind: 'fine', amount: cents(-60_00) } as const
  await makeChange((change) => addAdjustment(change, { ...fine, reason: 'Estacionamento em Alcântara' }))
  const work = { on: '2026-05-04', inSince: null, kilometres: null, cost: cents(240_00), rule: null, paper: undefined }
  await makeChange((change) =>
    addJob(change, fleet.vehicle('ZX11TA'), { ...work, what: 'Correia de distribuição', workshop: 'Oficina Central' }),
  )
  const adjustment = ['adjustment: Joaquim Valadão']
  const job = ['job: ZX11TA']
  for (const text of ['alcantara', 'cantar', 'valadao estacionamento', 'alcantra', 'valadoa alcantra'])
    expect(await others(text), text).toEqual(adjustment)
  for (const text of ['distribuicao', 'oficina correia', 'zx11ta correia', 'distribiução'])
    expect(await others(text), text).toEqual(job)
  expect(await others('alcantara correia')).toEqual([])
})

test('a message is found by its address, and a movement of the bank by its text', async () => {
  await db
    .insertInto('mail_outbox')
    .values({ created_at: MONDAY.toString(), language: 'pt', recipient: 'joana.pires@exemplo.pt', template: 'digest' })
    .execute()
  expect(await others('joana.pires')).toEqual(['message: joana.pires@exemplo.pt'])
  expect(await others('Joana Pirez')).toEqual(['message: joana.pires@exemplo.pt'])
})

test('each kind can be looked through, whatever is typed', async () => {
  await dropPublicSet()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  for (const text of [
    'silva',
    'zz',
    '1234',
    '12-34-AB',
    'w23 d1',
    'ana maria da conceicao',
    '+351 912',
    "x' or 1",
    'é\u0301a',
  ])
    await search(text)
  expect(await others('extrato 23')).not.toEqual([])
})
