import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { createDriver } from '#features/fleet/drivers/commands.server.ts'
import { driverFromRowInput } from '#features/fleet/drivers/schema.ts'
import { listTitles } from '#features/fleet/upkeep/queries.server.ts'
import { assignVehicle, createVehicle, saveVehicle } from '#features/fleet/vehicles/commands.server.ts'
import { findVehicles, getVehicle } from '#features/fleet/vehicles/queries.server.ts'
import { vehicleRecord } from '#features/fleet/vehicles/schema.ts'
import { addPaper } from '#features/papers/commands.server.ts'
import { papersOf } from '#features/papers/queries.server.ts'
import { MONDAY, emptyDatabase, makeChange } from '#test/factories.ts'
import { takeCarListIn, undoCarList } from './commands.server.ts'
import { carListTemplate, carsLeftOut, getTakenList, proposeCarList, textOfCarList } from './queries.server.ts'

beforeEach(emptyDatabase)

const HEAD =
  'Matrícula;Marca;Modelo;Ano;Combustível;Renda semanal;Estado;Título;Data da 1.ª matrícula;Seguro até;N.º apólice;Inspeção até;Dístico TVDE'
const ZX11TA =
  'zx 11 ta;Toyota;Corolla;2021;Híbrido;180,00 €;Em serviço;Leasing;15/03/2021;30/06/2027;AP-1;14/03/2027;123456'

const look = (text: string) => proposeCarList(text, MONDAY)
async function take(text: string, differences: 'keep' | 'list' = 'keep', seen?: string) {
  const fingerprint = seen ?? (await look(text)).fingerprint
  return makeChange((change) => takeCarListIn(change, { text, fingerprint, differences }))
}
const undo = (id: string | null) => makeChange((change) => undoCarList(change, id ?? ''))
const car = (plate: string, more: object = {}) =>
  makeChange((change) => createVehicle(change, { ...vehicleRecord.nothing, plate, ...more }))
const plates = async () => [...(await findVehicles(undefined)).values()].map(({ plate }) => plate).toSorted()
const papers = async (id: string) =>
  (await papersOf({ holder: 'car', id }, MONDAY))
    .filter(({ state }) => state === 'accepted')
    .map(({ kind, number, expiresOn }) => [kind, number, expiresOn])
    .toSorted()
const codes = async (text: string) =>
  (await look(text)).problems.map(({ line, column, code, found }) => [line, column, code, found])

test('a fleet comes in from one list: record, title, and the days and numbers of papers', async () => {
  const seen = await look(`${HEAD}\n${ZX11TA}\nAA-22-BB;Renault`)
  expect(seen).toMatchObject({ problems: [], unused: [], lines: [{ plate: 'ZX11TA', vehicleId: null }, {}] })
  expect(await plates()).toEqual([])
  await take(`${HEAD}\n${ZX11TA}\nAA-22-BB;Renault`)
  const [first, second] = [...(await findVehicles(undefined)).values()].toSorted((a, b) =>
    b.plate.localeCompare(a.plate),
  )
  expect(first).toMatchObject({
    plate: 'ZX11TA',
    make: 'Toyota',
    model: 'Corolla',
    year: 2021,
    energy: 'hybrid',
    rent: 180_00,
    status: 'active',
  })
  expect(second).toMatchObject({ plate: 'AA22BB', make: 'Renault', year: null, rent: 0 })
  expect(await listTitles()).toEqual(
    new Map([[first!.id, { title: 'leasing', firstRegisteredOn: '2021-03-15', hasMore: false }]]),
  )
  expect(await papers(first!.id)).toEqual([
    ['car-insurance', 'AP-1', '2027-06-30'],
    ['inspection', null, '2027-03-14'],
    ['sticker', '123456', null],
  ])
})

test('the same list again changes nothing, and is no list to be taken back', async () => {
  const text = `${HEAD}\n${ZX11TA}`
  await take(text)
  expect((await look(text)).lines).toMatchObject([{ fills: [], differs: [], warnings: [] }])
  expect(await take(text, 'list')).toBeNull()
  expect(await db.selectFrom('car_lists').select('id').execute()).toHaveLength(1)
})

test('what a record lacks is filled in; what differs is shown, and counts only where the list was chosen', async () => {
  const id = await car('ZX11TA', { make: 'Toyota', rent: 200_00 })
  const text = 'Matrícula;Marca;Modelo;Renda\nZX-11-TA;Toyota;Corolla;180'
  expect((await look(text)).lines).toMatchObject([
    {
      vehicleId: id,
      fills: [{ field: 'model', to: 'Corolla' }],
      differs: [{ field: 'rent', heading: 'Renda', to: '18000', from: '20000' }],
    },
  ])
  const kept = await take(text)
  expect(await getVehicle(id)).toMatchObject({ model: 'Corolla', rent: 200_00 })
  await undo(kept)
  expect(await getVehicle(id)).toMatchObject({ model: '', rent: 200_00 })
  const replaced = await take(text, 'list')
  expect(await getVehicle(id)).toMatchObject({ model: 'Corolla', rent: 180_00 })
  await undo(replaced)
  expect(await getVehicle(id)).toMatchObject({ make: 'Toyota', model: '', rent: 200_00 })
})

test('a list is taken back as a whole: cars, titles and papers go, and a paper that was replaced counts again', async () => {
  const id = await car('ZX11TA')
  await makeChange((change) =>
    addPaper(change, { holder: 'car', id }, 'car-insurance', {
      number: 'OLD',
      issuedOn: null,
      expiresOn: '2026-12-31',
      files: [],
    }),
  )
  const text = `${HEAD}\n${ZX11TA}\nAA-22-BB;Renault;;;;;;Renting;;31/12/2027`
  expect((await look(text)).lines[0]!.differs).toMatchObject([
    { field: 'until:car-insurance', to: '2027-06-30', from: '2026-12-31' },
    { field: 'number:car-insurance', to: 'AP-1', from: 'OLD' },
  ])
  const list = await take(text, 'list')
  expect(await papers(id)).toHaveLength(3)
  expect(await getTakenList(list!)).toMatchObject({ created: [{ plate: 'AA-22-BB' }], changed: [{ id }], papers: 4 })
  await undo(list)
  expect(await plates()).toEqual(['ZX11TA'])
  expect(await papers(id)).toEqual([['car-insurance', 'OLD', '2026-12-31']])
  expect(await listTitles()).toEqual(new Map())
  expect(await getTakenList(list!)).toMatchObject({ undone: { at: MONDAY.toString() } })
  await expect(undo(list)).rejects.toMatchObject({ code: 'car-list.undone' })
})

test('a list stays while something mentions a car of it, or somebody changed one', async () => {
  const list = await take('Matrícula;Marca\nZX-11-TA;Toyota\nAA-22-BB;Renault')
  const given = [...(await findVehicles(undefined)).values()].find(({ plate }) => plate === 'ZX11TA')
  const driverId = await makeChange((change) =>
    createDriver(change, driverFromRowInput.parse({ name: 'Ana Sá', email: '', phone: '' })),
  )
  await makeChange((change) => assignVehicle(change, given!.id, { driverId, from: MONDAY, to: null }))
  await expect(undo(list)).rejects.toMatchObject({ code: 'vehicle.in-use', params: { plates: 'ZX-11-TA' } })
  await makeChange((change) => saveVehicle(change, given!.id, { ...given!, make: 'Lexus' }))
  await expect(undo(list)).rejects.toMatchObject({ code: 'car-list.changed-since', params: { plates: 'ZX-11-TA' } })
  expect(await plates()).toEqual(['AA22BB', 'ZX11TA'])
})

test('a paper that came by another way stays, and keeps its car', async () => {
  const list = await take('Matrícula;Seguro até\nZX-11-TA;31/12/2027')
  const id = [...(await findVehicles(undefined)).keys()][0] ?? ''
  await makeChange((change) =>
    addPaper(change, { holder: 'car', id }, 'inspection', {
      number: '',
      issuedOn: null,
      expiresOn: '2027-01-31',
      files: [],
    }),
  )
  await expect(undo(list)).rejects.toMatchObject({ code: 'vehicle.in-use' })
  expect(await papers(id)).toHaveLength(2)
  await expect(db.deleteFrom('papers').where('vehicle_id', '=', id).execute()).rejects.toThrow('stays')
})

test('a list neither sells a car nor brings one back, and creates none that is sold', async () => {
  await car('ZX11TA', { status: 'sold' })
  await car('AA22BB')
  const text = 'Matrícula;Estado\nZX-11-TA;Em serviço\nAA-22-BB;Vendida\nCC-33-DD;Vendida'
  const { lines, left } = await look(text)
  expect(lines.map(({ warnings, differs }) => [warnings.map(({ code }) => code), differs])).toEqual([
    [['sold'], []],
    [['sell-there'], []],
  ])
  expect(left).toEqual([4])
  expect(await codes(text)).toEqual([[4, 'Estado', 'sold-new', '']])
  expect(await take(text, 'list')).toBeNull()
  expect(await carsLeftOut(text, MONDAY)).toBe('Matrícula;Estado\nCC-33-DD;Vendida')
})

test('a cell that is not understood keeps its line out, named with its heading, all of them at once', async () => {
  const text = [
    'Matrícula;Marca;Ano;Combustível;Renda;Estado;Título;1.ª matrícula;Seguro até;Apólice',
    '?;Toyota;21;vapor;cem;parada;meu;31/02/2026;amanhã;',
    'AA-22-BB;;;;1.234;;De um motorista (slot);;;',
    'CC-33-DD;;;;;;;15/03/2021;;AP-9',
    'EE-44-FF;;;;;;Leasing;15/03/21;;',
    ';Opel;2020;;;;;;;',
    'GG 55 HH;;;;;;;;;',
    'gg-55-hh;;;;;;;;;',
    '2026-06-09;;;;;;;;;',
    'JJ66KK;T\ufffdyota;;;;;;;;',
  ].join('\n')
  expect(await codes(text)).toEqual([
    [2, 'Matrícula', 'plate-impossible', '?'],
    [2, 'Ano', 'field.year', '21'],
    [2, 'Combustível', 'energy-unknown', 'vapor'],
    [2, 'Renda', 'field.money', 'cem'],
    [2, 'Estado', 'status-unknown', 'parada'],
    [2, 'Título', 'title-unknown', 'meu'],
    [2, '1.ª matrícula', 'day-unread', '31/02/2026'],
    [2, 'Seguro até', 'day-unread', 'amanhã'],
    [3, 'Renda', 'field.money', '1.234'],
    [3, 'Título', 'title-of-driver', ''],
    [4, '1.ª matrícula', 'title-missing', ''],
    [4, 'Apólice', 'paper-end-missing', 'AP-9'],
    [5, '1.ª matrícula', 'day-unread', '15/03/21'],
    [6, 'Matrícula', 'plate-missing', ';Opel;2020;;;;;;;'],
    [8, 'Matrícula', 'plate-twice', '7'],
    [9, 'Matrícula', 'plate-impossible', '2026-06-09'],
    [10, 'Marca', 'letters-lost', 'T\ufffdyota'],
  ])
  expect((await look(text)).lines.map(({ line }) => line)).toEqual([7])
})

test('dates whose day and month a spreadsheet exchanged keep the whole list out', async () => {
  // Excel with the month first: one day became a date of the ninth month, the other stayed text.
  expect(await codes('Matrícula\tSeguro até\nZX-11-TA\t2026-09-06\nAA-22-BB\t13/09/2026')).toMatchObject([
    [2, 'Seguro até', 'date-turned', '2026-09-06'],
  ])
  expect(await codes('Plate,Seguro até\nZX-11-TA,6/9/2027\nAA-22-BB,6/13/2027')).toMatchObject([
    [3, 'Seguro até', 'date-turned', '6/13/2027'],
  ])
  expect(await codes('Matrícula\tSeguro até\nZX-11-TA\t2026-09-16\nAA-22-BB\t2026-10-06')).toEqual([])
})

test('sums, columns that are not used and columns without a heading are named', async () => {
  const text = 'Frota;;;;\nMatrícula;Renda;VIN;;Marca\nZX-11-TA;180;WVW1;sim;Opel\nTotal;180;;;\n;180;;;'
  expect(await look(text)).toMatchObject({ sums: [4, 5], unused: ['VIN'], unnamed: ['D'], problems: [] })
})

test('a list that somebody else took in meanwhile is shown again', async () => {
  const text = 'Matrícula\nZX-11-TA'
  const { fingerprint } = await look(text)
  const both = await Promise.allSettled([take(text, 'keep', fingerprint), take(text, 'keep', fingerprint)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'spreadsheet.changed' } })
  expect(await plates()).toEqual(['ZX11TA'])
})

test('a thousand cars are taken in and taken back; one more is too long', async () => {
  const lines = Array.from({ length: 1_000 }, (_, at) => {
    const plate = `A${String.fromCodePoint(65 + (at % 26))}-${String(10 + Math.trunc(at / 26)).padStart(2, '0')}-ZZ`
    return `${plate};Toyota;2021;Leasing;31/12/2027`
  })
  const text = ['Matrícula;Marca;Ano;Título;Seguro até', ...lines].join('\n')
  const list = await take(text)
  expect(await plates()).toHaveLength(1_000)
  await undo(list)
  expect(await plates()).toEqual([])
  expect(await codes(`${text}\nXX-11-XX`)).toEqual([[null, '', 'too-long', '1001']])
})

test.each(['pt', 'en'] as const)(
  'every heading of the template is understood, as XLSX and as CSV: %s',
  async (language) => {
    for (const format of ['xlsx', 'csv'] as const) {
      const text = await textOfCarList(await carListTemplate(format, language))
      const separator = text.includes('\t') ? '\t' : language === 'pt' ? ';' : ','
      expect(await look(`${text.trimEnd()}\nZX-11-TA${separator}`)).toMatchObject({
        unused: [],
        unnamed: [],
        problems: [],
      })
    }
  },
)
