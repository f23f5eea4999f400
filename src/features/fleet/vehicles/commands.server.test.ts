import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { cents } from '#domain/money.ts'
import { driverAt } from '#domain/matching.ts'
import { COMMAND_LINE, type Change, carryOut } from '#features/audit/commands.server.ts'
import { addReading, withdrawReading } from '#features/fleet/odometers/commands.server.ts'
import { listReadings } from '#features/fleet/odometers/queries.server.ts'
import { addCost, withdrawCost } from '#features/fleet/upkeep/commands.server.ts'
import { listFixedCosts } from '#features/fleet/upkeep/queries.server.ts'
import { addPaper, takeBackPaper } from '#features/papers/commands.server.ts'
import { pdfBytes } from '#test/papers.ts'
import { createDriver } from '#features/fleet/drivers/commands.server.ts'
import { newDriver as takenIn } from '#features/fleet/drivers/schema.ts'
import {
  addVehicleKey,
  assignVehicle,
  correctAssignment,
  createVehicle,
  endAssignment,
  giveCar,
  handOver,
  moveHandOver,
  removeAssignment,
  removeVehicles,
  requireAsSeen,
  saveVehicle,
} from './commands.server.ts'
import { getAssignment, getVehicle, listAssignments, listVehicles, seenAs } from './queries.server.ts'
import { assignmentInput, newVehicleInput, vehicleInput, vehicleKeyInput, vehicleRecord } from './schema.ts'

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z')
const act = <Answer extends string | null>(work: (change: Change) => Promise<Answer>) =>
  carryOut({ actor: COMMAND_LINE, action: 'vehicle.test', now: NOW }, work)
const done = (work: (change: Change) => Promise<void>) => act(async (change) => (await work(change), null))

let plates = 0
const newVehicle = (plate = `AA-${String(++plates).padStart(2, '0')}-AA`) =>
  act((change) => createVehicle(change, newVehicleInput.parse({ ...vehicleRecord.empty, plate })))
const newDriver = (name: string) => act((change) => createDriver(change, takenIn({ name })))
const at = (text: string) => Temporal.Instant.from(text)
const span = (driverId: string, from: string | null, to: string | null) => ({
  driverId,
  from: from ? at(from) : null,
  to: to ? at(to) : null,
})

test('a plate is kept in one spelling and belongs to one car', async () => {
  const id = await newVehicle('zx-11 ta')
  expect(await getVehicle(id)).toMatchObject({ plate: 'ZX11TA', plateKnown: true })
  await expect(newVehicle('ZX 11 TA')).rejects.toMatchObject({
    code: 'vehicle.plate-taken',
    params: { plate: 'ZX-11-TA' },
  })

  const stale = vehicleInput.parse({ ...vehicleRecord.empty, plate: 'ZX11TA', version: '1', rent: '270,00' })
  await done((change) => saveVehicle(change, id, stale))
  expect(await getVehicle(id)).toMatchObject({ rent: 270_00, version: 2 })
  await expect(done((change) => saveVehicle(change, id, stale))).rejects.toMatchObject({
    code: 'record.changed-meanwhile',
  })
})

test('a car added by mistake goes with what was recorded about it and taken back; what still counts keeps it', async () => {
  const [car, other] = [await newVehicle('DD-44-EE'), await newVehicle('DD-55-EE')]
  const remove = () => done((change) => removeVehicles(change, [car]))
  for (const id of [car, other])
    await done((change) => addReading(change, id, { at: at('2026-11-19T09:00:00Z'), kilometres: 100, reason: '' }))
  await done((change) =>
    addCost(change, car, { kind: 'finance', what: 'Leasing', monthly: cents(365_00), from: '2026-01-01' }),
  )
  const paper = await act((change) =>
    addPaper(change, { holder: 'car', id: car }, 'inspection', {
      number: '',
      issuedOn: null,
      expiresOn: '2027-01-31',
      files: [new File([pdfBytes()], 'inspecao.pdf')],
    }),
  )
  await expect(remove()).rejects.toMatchObject({ code: 'vehicle.in-use' })
  const [reading] = await listReadings(car)
  await done((change) => withdrawReading(change, car, reading!.id, 'Outra viatura'))
  const [cost] = await listFixedCosts(car)
  await done((change) => withdrawCost(change, car, { cost: cost!.id, reason: 'Outra viatura' }))
  await expect(remove()).rejects.toMatchObject({ code: 'vehicle.in-use' })
  await done(async (change) => {
    await takeBackPaper(change, paper, 'Outra viatura')
  })
  await remove()
  await expect(getVehicle(car)).rejects.toMatchObject({ code: 'record.not-found' })
  expect(await listReadings(car)).toEqual([])
  expect(await listReadings(other)).toHaveLength(1)
})

test('a car has one driver at a time: an overlap is refused, naming who and when', async () => {
  const [car, ana, rui] = [await newVehicle('BB-22-CC'), await newDriver('Ana'), await newDriver('Rui')]
  await act((change) => assignVehicle(change, car, span(ana, '2026-06-01T05:00:00Z', '2026-06-04T05:00:00Z')))
  await expect(
    act((change) => assignVehicle(change, car, span(rui, '2026-06-04T04:59:00Z', null))),
  ).rejects.toMatchObject({
    code: 'assignment.overlaps',
    params: { plate: 'BB-22-CC', driver: 'Ana', period: '01/06/2026 06:00 – 04/06/2026 06:00' },
  })
  await act((change) => assignVehicle(change, car, span(rui, '2026-06-04T05:00:00Z', null)))
  expect(await listAssignments(car)).toMatchObject([{ driver: 'Rui' }, { driver: 'Ana' }])
})

test('two who take the same car at the same time: one of them is refused', async () => {
  const [car, ana, rui] = [await newVehicle(), await newDriver('Ana'), await newDriver('Rui')]
  const both = await Promise.allSettled(
    [ana, rui].map((driver) => act((change) => assignVehicle(change, car, span(driver, null, null)))),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'assignment.overlaps' } })
})

test('at a hand-over the moment belongs to the one who takes the car', async () => {
  const [car, ana, rui] = [await newVehicle(), await newDriver('Ana'), await newDriver('Rui')]
  await act((change) => assignVehicle(change, car, span(ana, null, null)))
  const moment = at('2026-06-04T05:00:00Z')
  await done((change) => handOver(change, car, rui, moment))

  const held = await listAssignments(car)
  expect(driverAt(held, moment.subtract({ seconds: 1 }))).toBe(ana)
  expect(driverAt(held, moment)).toBe(rui)
  await expect(done((change) => handOver(change, car, rui, moment.add({ hours: 1 })))).rejects.toMatchObject({
    code: 'assignment.same-driver',
  })
  await expect(done((change) => handOver(change, car, ana, moment))).rejects.toMatchObject({ code: 'assignment.empty' })
})

test('a car nobody has is handed to the first who takes it', async () => {
  const [car, ana] = [await newVehicle(), await newDriver('Zulmira Sá')]
  await done((change) => handOver(change, car, ana, NOW))
  expect((await listVehicles(NOW)).find(({ id }) => id === car)).toMatchObject({ driver: 'Zulmira Sá' })
})

test('on the page of a driver a car is given since always, or taken over from whoever has it', async () => {
  const [car, ana, rui] = [await newVehicle(), await newDriver('Ana'), await newDriver('Rui')]
  await done((change) => giveCar(change, ana, { vehicleId: car, from: null }))
  expect(await listAssignments(car)).toMatchObject([{ driverId: ana, from: null, to: null }])
  await expect(done((change) => giveCar(change, rui, { vehicleId: car, from: null }))).rejects.toMatchObject({
    code: 'assignment.overlaps',
  })
  await done((change) => giveCar(change, rui, { vehicleId: car, from: NOW }))
  expect((await listAssignments(car)).map(({ driverId, to }) => [driverId, to?.toString() ?? null])).toEqual([
    [rui, null],
    [ana, NOW.toString()],
  ])
})

test('a period is ended, corrected and taken back', async () => {
  const [car, ana, rui] = [await newVehicle(), await newDriver('Ana'), await newDriver('Rui')]
  const id = await act((change) => assignVehicle(change, car, span(ana, '2026-06-01T05:00:00Z', null)))
  await expect(done((change) => endAssignment(change, car, id, at('2026-06-01T05:00:00Z')))).rejects.toMatchObject({
    code: 'assignment.empty',
  })
  await done((change) => endAssignment(change, car, id, NOW))
  expect(String((await getAssignment(car, id)).to)).toBe(NOW.toString())

  await done((change) => correctAssignment(change, car, id, span(rui, '2026-06-02T05:00:00Z', null)))
  expect(await getAssignment(car, id)).toMatchObject({ driver: 'Rui', to: null })
  const events = await db
    .selectFrom('audit_events')
    .select('subject')
    .where('subject', '=', `driver:${rui}`)
    .where('before', 'is not', null)
    .execute()
  expect(events).toHaveLength(1)

  await done((change) => removeAssignment(change, car, id))
  expect(await listAssignments(car)).toEqual([])
})

test('the period of another car is not found', async () => {
  const [car, other, ana] = [await newVehicle(), await newVehicle(), await newDriver('Ana')]
  const id = await act((change) => assignVehicle(change, car, span(ana, null, null)))
  await expect(done((change) => endAssignment(change, other, id, NOW))).rejects.toMatchObject({
    code: 'record.not-found',
    status: 404,
  })
  await expect(getVehicle('nada')).rejects.toMatchObject({ code: 'record.not-found' })
})

test('a card of one car is refused to another', async () => {
  const [car, other] = [await newVehicle('DD-33-EE'), await newVehicle()]
  const card = vehicleKeyInput.parse({ name: 'prio:fuel-card', value: '7082 0000 0000 0011' })
  await done((change) => addVehicleKey(change, car, card))
  await expect(done((change) => addVehicleKey(change, other, card))).rejects.toMatchObject({
    code: 'key.taken',
    params: { value: '7082000000000011', owner: 'DD-33-EE' },
  })
})

test('typed days and times are on the Lisbon clock; a day alone is midnight, no day is an open end', () => {
  const typed = {
    driverId: crypto.randomUUID(),
    fromDay: '2026-06-04',
    fromTime: '06:00',
    toDay: '2026-12-01',
    toTime: '',
  }
  const { from, to } = assignmentInput.parse(typed)
  expect([String(from), String(to)]).toEqual(['2026-06-04T05:00:00Z', '2026-12-01T00:00:00Z'])
  expect(assignmentInput.parse({ ...typed, toDay: '' }).to).toBeNull()
  expect(assignmentInput.safeParse({ ...typed, toDay: '2026-06-04', toTime: '06:00' }).error?.issues).toMatchObject([
    { path: ['toDay'] },
  ])
  expect(assignmentInput.safeParse({ ...typed, fromDay: '' }).error?.issues).toMatchObject([{ path: ['fromDay'] }])
  // The hour that is skipped in March is refused.
  const skipped = { ...typed, fromDay: '2026-03-29', fromTime: '01:30' }
  expect(assignmentInput.safeParse(skipped).error?.issues).toMatchObject([
    { path: ['fromTime'], message: 'field.skipped-time' },
  ])
  expect(String(assignmentInput.parse({ ...skipped, fromTime: '02:00' }).from)).toBe('2026-03-29T01:00:00Z')
  // For the hour that comes twice in October, somebody chooses which one it was.
  const twice = { ...typed, fromDay: '2026-10-25', fromTime: '01:30' }
  expect(assignmentInput.safeParse(twice).error?.issues).toMatchObject([
    { path: ['fromTime'], message: 'field.twice-time' },
  ])
  const which = (fromTimeTwice: string) => String(assignmentInput.parse({ ...twice, fromTimeTwice }).from)
  expect([which('first'), which('second')]).toEqual(['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])
  // A choice made for another time does not move this one.
  expect(String(assignmentInput.parse({ ...twice, fromTime: '02:00', fromTimeTwice: 'first' }).from)).toBe(
    '2026-10-25T02:00:00Z',
  )
})

test('a moment of a hand-over moves for both at once, either way, and never past their other ends', async () => {
  const [car, ana, rui] = [await newVehicle(), await newDriver('Ana'), await newDriver('Rui')]
  await act((change) => assignVehicle(change, car, span(ana, '2026-06-01T05:00:00Z', '2026-06-04T05:00:00Z')))
  await act((change) => assignVehicle(change, car, span(rui, '2026-06-04T05:00:00Z', '2026-06-06T05:00:00Z')))
  const move = (from: string, to: string) => done((change) => moveHandOver(change, car, { at: at(from), to: at(to) }))
  const held = async () =>
    (await listAssignments(car)).map(({ driver, from, to }) => [driver, String(from), String(to)])
  await move('2026-06-04T05:00:00Z', '2026-06-05T06:30:00Z')
  expect(await held()).toEqual([
    ['Rui', '2026-06-05T06:30:00Z', '2026-06-06T05:00:00Z'],
    ['Ana', '2026-06-01T05:00:00Z', '2026-06-05T06:30:00Z'],
  ])
  await move('2026-06-05T06:30:00Z', '2026-06-02T00:00:00Z')
  expect(await held()).toEqual([
    ['Rui', '2026-06-02T00:00:00Z', '2026-06-06T05:00:00Z'],
    ['Ana', '2026-06-01T05:00:00Z', '2026-06-02T00:00:00Z'],
  ])
  await expect(move('2026-06-02T00:00:00Z', '2026-06-01T05:00:00Z')).rejects.toMatchObject({ code: 'assignment.empty' })
  await expect(move('2026-06-02T00:00:00Z', '2026-06-06T05:00:00Z')).rejects.toMatchObject({ code: 'assignment.empty' })
  await expect(move('2026-06-03T00:00:00Z', '2026-06-03T01:00:00Z')).rejects.toMatchObject({ code: 'assignment.moved' })
  // The start of the first assignment is nobody else's end.
  await move('2026-06-01T05:00:00Z', '2026-06-01T08:00:00Z')
  expect((await held())[1]).toEqual(['Ana', '2026-06-01T08:00:00Z', '2026-06-02T00:00:00Z'])
})

test('the second of two who have one period open is told what it is now, and what was saved stays', async () => {
  const [car, ana] = [await newVehicle('BB-22-DD'), await newDriver('Ana')]
  const id = await act((change) => assignVehicle(change, car, span(ana, '2026-06-01T05:00:00Z', null)))
  const shown = seenAs(await getAssignment(car, id))
  const end = (to: string) =>
    done(async (change) => {
      await requireAsSeen(change, car, id, shown)
      await correctAssignment(change, car, id, span(ana, '2026-06-01T05:00:00Z', to))
    })
  const both = await Promise.allSettled([end('2026-06-04T05:00:00Z'), end('2026-06-05T05:00:00Z')])
  const [saved, failed] = both.toSorted((a) => (a.status === 'fulfilled' ? -1 : 1))
  const { to } = await getAssignment(car, id)
  expect(saved!.status).toBe('fulfilled')
  expect(failed).toMatchObject({ reason: { code: 'assignment.changed', params: { driver: 'Ana' } } })
  expect(['2026-06-04T05:00:00Z', '2026-06-05T05:00:00Z']).toContain(String(to))
  const period = (failed as PromiseRejectedResult).reason.params.period as string
  expect(period).toBe(`01/06/2026 06:00 – 0${to!.toString()[9]}/06/2026 06:00`)
})
