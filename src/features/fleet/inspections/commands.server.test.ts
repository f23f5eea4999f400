import { askAlone } from '#db/together.server.ts'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { CORNERS, type Part, PHOTO_ORDER, SIDES } from '#domain/inspection.ts'
import { cents } from '#domain/money.ts'
import { withdrawAdjustment } from '#features/adjustments/commands.server.ts'
import { listDriverAdjustments } from '#features/adjustments/queries.server.ts'
import {
  answerContest,
  setDamageCause,
  contestDamage,
  proposeCost,
  reopenDamage,
  settleDamage,
} from '#features/fleet/damages/commands.server.ts'
import { contestedDamages, getDamage, listOwnDamages } from '#features/fleet/damages/queries.server.ts'
import { damageWord } from '#features/fleet/damages/schema.ts'
import { addReading } from '#features/fleet/odometers/commands.server.ts'
import { listReadings } from '#features/fleet/odometers/queries.server.ts'
import { saveTitle } from '#features/fleet/upkeep/commands.server.ts'
import { handOver } from '#features/fleet/vehicles/commands.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { noteSentByHand } from '#features/mail/notice-tellings/commands.server.ts'
import { findReach } from '#features/mail/notice-tellings/queries.server.ts'
import { chargeDamage } from '#features/plans/charges/commands.server.ts'
import { listChargesOfDamages } from '#features/plans/charges/queries.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { translator } from '#messages/translate.ts'
import { NEXT_WEEK, aFleet, makeChange } from '#test/factories.ts'
import { pdfBytes } from '#test/papers.ts'
import { textIn } from '#test/pdf-text.ts'
import { correctInspectionDriver, recordInspection } from './commands.server.ts'
import { drawInspection, findPrevious, getInspection, listInspections, readInspectionPhoto } from './queries.server.ts'
import { inspectionInput } from './schema.ts'

const NOW = Temporal.Instant.from('2026-06-10T11:00:00Z')
const now = <Result>(work: Parameters<typeof makeChange<Result>>[0]) => makeChange(work, { at: NOW })
const own = (id: string) => id as OwnDriverId
const DOOR = 'door-front-left' satisfies Part

let photo: File
beforeAll(async () => {
  const drawn = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#228b22' } })
    .jpeg()
    .toBuffer()
  photo = new File([new Uint8Array(drawn)], 'IMG_0001.jpg')
})

/** A hand-over as the form sends it, with one photo of the front and a reason for every other. */
function typed(more: Record<string, unknown> = {}) {
  return inspectionInput.parse({
    sentKey: crypto.randomUUID(),
    kind: 'out',
    atDay: '2026-06-10',
    atTime: '10:00',
    kilometres: '120 450',
    energy: '75',
    checklist: ['papers', 'keys'],
    notes: '',
    officeSigned: 'Helena',
    driverSigned: 'Ana Teste',
    driverRefused: '',
    'photo-front': photo,
    ...Object.fromEntries(SIDES.filter((side) => side !== 'front').map((side) => [`missing-${side}`, 'chovia muito'])),
    ...more,
  })
}
const marked = (more: Record<string, string> = {}) => ({
  damageType: ['scratch', ''],
  damagePart: [DOOR, DOOR],
  damageX: ['420', '0'],
  damageY: ['120', '0'],
  damageSeverity: ['light', 'light'],
  damageIsNew: [more['isNew'] ?? 'new', 'new'],
  damageNote: ['fundo', ''],
})

async function aFreeCar() {
  const fleet = await aFleet()
  const car = fleet.vehicle('ZX11TA')
  await db.deleteFrom('assignments').where('vehicle_id', '=', car).execute()
  return { car, ana: fleet.driver('D1'), rui: fleet.driver('D2') }
}
const held = async (car: string) =>
  (await listAssignments(car)).map(({ driverId, from, to }) => [driverId, from?.toString(), to?.toString()])

test('a hand-over gives the car from that minute on, and what comes back ends it; kilometres are readings', async () => {
  const { car, ana } = await aFreeCar()
  const out = await now((change) => recordInspection(change, car, typed({ driverId: ana })))
  expect(await held(car)).toEqual([[ana, '2026-06-10T09:00:00Z', undefined]])
  const back = { kind: 'in', driverId: ana, atTime: '11:30', kilometres: '120.600', ...marked() }
  const home = await now((change) => recordInspection(change, car, typed(back)))
  expect(await held(car)).toEqual([[ana, '2026-06-10T09:00:00Z', '2026-06-10T10:30:00Z']])
  expect((await listReadings(car)).map(({ kilometres }) => kilometres)).toEqual([120_600, 120_450])

  const inspection = await getInspection(car, home)
  expect(inspection).toMatchObject({
    kind: 'in',
    driver: { id: ana },
    kilometres: 120_600,
    energy: 75,
    checklist: ['papers', 'keys'],
    doubts: [],
    damages: [{ type: 'scratch', part: DOOR, x: 420, y: 120, isNew: true, driver: { id: ana }, note: 'fundo' }],
  })
  expect(inspection.photos.map(({ side }) => side)).toEqual([...SIDES])
  expect((await findPrevious(inspection))?.id).toBe(out)
  // The photo is drawn anew, and another driver cannot read it.
  expect((await readInspectionPhoto(home, 'front', own(ana))).mediaType).toBe('image/jpeg')
  await expect(readInspectionPhoto(home, 'front', own(crypto.randomUUID()))).rejects.toMatchObject({
    code: 'record.not-found',
  })
})

test('the wrong driver of a return is corrected with its new damages, while nobody pays for one; the rest stays written once', async () => {
  const { car, ana, rui } = await aFreeCar()
  await now((change) => recordInspection(change, car, typed({ driverId: ana })))
  const back = typed({ kind: 'in', driverId: ana, atTime: '11:30', kilometres: '120600', ...marked() })
  const id = await now((change) => recordInspection(change, car, back))
  const correct = (driverId: string) =>
    now((change) => correctInspectionDriver(change, car, id, { driverId, reason: 'Escolhi o nome errado' }))
  await expect(correct(ana)).rejects.toMatchObject({ code: 'inspection.same-driver' })
  await correct(rui)
  const corrected = await getInspection(car, id)
  expect(corrected).toMatchObject({
    driver: { id: rui },
    correctedAt: NOW.toString(),
    driverSigned: 'Ana Teste',
    damages: [{ driver: { id: rui } }],
  })
  const damage = corrected.damages[0]!.id
  await now((change) => proposeCost(change, damage, { driverId: rui, amount: cents(150_00) }))
  await now((change) => contestDamage(change, own(rui), damage, 'Já lá estava'))
  await now((change) => answerContest(change, damage, 'Na entrega não estava'))
  await now((change) => chargeDamage(change, damage, { amount: cents(150_00), count: 1, week: NEXT_WEEK }))
  await expect(correct(ana)).rejects.toMatchObject({ code: 'damage.charged-to' })
  const change = (set: object) => db.updateTable('inspections').set(set).where('id', '=', id).execute()
  await expect(change({ driver_id: ana })).rejects.toThrow('somebody pays for a damage')
  await expect(change({ driver_corrected_at: null })).rejects.toThrow('is written once')
  await expect(change({ kilometres: 1 })).rejects.toThrow('permission denied')

  const check = await now((other) =>
    recordInspection(other, car, typed({ kind: 'check', atTime: '11:40', kilometres: '120600' })),
  )
  await expect(
    now((other) => correctInspectionDriver(other, car, check, { driverId: rui, reason: 'x' })),
  ).rejects.toMatchObject({ code: 'record.not-found' })
})

test('whoever has the car by the records is handed it with photos and signatures, and has it as before', async () => {
  const { car, ana } = await aFreeCar()
  await now((change) => handOver(change, car, ana, NOW.subtract({ hours: 24 })))
  const before = await held(car)
  const id = await now((change) => recordInspection(change, car, typed({ driverId: ana })))
  expect(await getInspection(car, id)).toMatchObject({ driver: { id: ana }, doubts: [] })
  expect(await held(car)).toEqual(before)
})

test('a hand-over counts once, however often it is sent, also twice at once and under another form key', async () => {
  const { car, ana } = await aFreeCar()
  const once = typed({ driverId: ana, ...marked() })
  const late = { ...once, isLate: true }
  const ids = await Promise.all(
    [once, late, once].map((input) => now((change) => recordInspection(change, car, input))),
  )
  expect(new Set(ids).size).toBe(1)
  expect((await listInspections(car)).length).toBe(1)
  expect((await db.selectFrom('damages').select('id').execute()).length).toBe(1)
  expect((await held(car)).length).toBe(1)
})

test('two phones that fill in one hand-over are both kept, the car moves once, and the second one says so', async () => {
  const { car, ana } = await aFreeCar()
  const first = await now((change) => recordInspection(change, car, typed({ driverId: ana })))
  const again = typed({ driverId: ana, atTime: '10:05', sentKey: crypto.randomUUID() })
  const second = await now((change) => recordInspection(change, car, again))
  expect((await getInspection(car, first)).doubts).toEqual([])
  expect((await getInspection(car, second)).doubts).toEqual(['twice'])
  // Given back and taken again within the hour is not the same hand-over from another phone.
  const back = typed({ kind: 'in', driverId: ana, atTime: '11:00', kilometres: '120460' })
  await now((change) => recordInspection(change, car, back))
  const anew = typed({ driverId: ana, atTime: '11:30', kilometres: '120460' })
  expect((await getInspection(car, await now((change) => recordInspection(change, car, anew)))).doubts).toEqual([])
  expect((await held(car)).length).toBe(2)
})

test('kilometres are never below the last; one that came late is kept and says so', async () => {
  const { car, ana } = await aFreeCar()
  await now((change) =>
    addReading(change, car, { at: Temporal.Instant.from('2026-06-01T08:00:00Z'), kilometres: 130_000, reason: '' }),
  )
  const input = typed({ driverId: ana })
  await expect(now((change) => recordInspection(change, car, input))).rejects.toMatchObject({
    code: 'odometer.contradicts',
  })
  expect(await listInspections(car)).toEqual([])
  const id = await now((change) => recordInspection(change, car, { ...input, isLate: true }))
  expect(await getInspection(car, id)).toMatchObject({ kilometres: 120_450, doubts: ['kilometres'] })
  expect((await listReadings(car)).map(({ kilometres }) => kilometres)).toEqual([130_000])
})

test('ten times the kilometres are asked about beside the car, and taken with the reason', async () => {
  const { car, ana } = await aFreeCar()
  const before = { at: Temporal.Instant.from('2026-06-01T08:00:00Z'), kilometres: 12_045, reason: '' }
  await now((change) => addReading(change, car, before))
  const input = typed({ driverId: ana })
  await expect(now((change) => recordInspection(change, car, input))).rejects.toMatchObject({ code: 'odometer.leaps' })
  const id = await now((change) =>
    recordInspection(change, car, { ...input, kilometresReason: 'Faltava um algarismo' }),
  )
  expect(await getInspection(car, id)).toMatchObject({ kilometres: 120_450, doubts: [] })
})

test('fewer kilometres than before are taken beside the car with the reason, which stands with the reading', async () => {
  const { car, ana } = await aFreeCar()
  const before = { at: Temporal.Instant.from('2026-06-01T08:00:00Z'), kilometres: 130_000, reason: '' }
  await now((change) => addReading(change, car, before))
  const input = typed({ driverId: ana, kilometresReason: 'Escrito 130 em vez de 120' })
  const id = await now((change) => recordInspection(change, car, input))
  expect(await getInspection(car, id)).toMatchObject({ kilometres: 120_450, doubts: [] })
  expect((await listReadings(car))[0]).toMatchObject({ kilometres: 120_450, reason: 'Escrito 130 em vez de 120' })
})

test('a hand-over that waited on a phone while the car went on to somebody else is kept, and moves nobody', async () => {
  const { car, ana, rui } = await aFreeCar()
  await now((change) => handOver(change, car, rui, Temporal.Instant.from('2026-06-10T10:00:00Z')))
  const input = typed({ driverId: ana })
  await expect(now((change) => recordInspection(change, car, input))).rejects.toMatchObject({
    code: 'assignment.overlaps',
  })
  const id = await now((change) => recordInspection(change, car, { ...input, isLate: true }))
  expect(await getInspection(car, id)).toMatchObject({ doubts: ['holder'] })
  expect(await held(car)).toEqual([[rui, '2026-06-10T10:00:00Z', undefined]])
  await expect(
    now((change) => recordInspection(change, car, typed({ kind: 'in', driverId: ana, atTime: '11:00' }))),
  ).rejects.toMatchObject({ code: 'inspection.not-holder' })
})

test('a hand-over that waited is kept though the car may not be given to that driver, and gives nobody the car', async () => {
  const { car, ana, rui } = await aFreeCar()
  const title = { title: 'driver' as const, slotNumber: '', slotSince: null, firstRegisteredOn: null }
  await now((change) => saveTitle(change, car, { ...title, ownerId: rui }))
  const input = typed({ driverId: ana })
  await expect(now((change) => recordInspection(change, car, input))).rejects.toMatchObject({
    code: 'vehicle.not-given',
  })
  const id = await now((change) => recordInspection(change, car, { ...input, isLate: true }))
  expect(await getInspection(car, id)).toMatchObject({ doubts: ['holder'], driver: { id: ana } })
  expect(await held(car)).toEqual([])
})

test('a document is no photo, and a moment that has not come is none', async () => {
  const { car, ana } = await aFreeCar()
  const paper = typed({ driverId: ana, 'photo-front': new File([pdfBytes('x')], 'frente.jpg') })
  await expect(now((change) => recordInspection(change, car, paper))).rejects.toMatchObject({
    code: 'upload.no-photo',
    params: { side: 'front', name: 'frente.jpg' },
  })
  const early = typed({ driverId: ana, atDay: '2026-06-11' })
  await expect(now((change) => recordInspection(change, car, early))).rejects.toMatchObject({
    code: 'inspection.in-future',
  })
})

test('a form without a photo or a reason, or without a signature or a refusal, says which', () => {
  const wrong = (more: Record<string, unknown>) => {
    const read = inspectionInput.safeParse({
      sentKey: crypto.randomUUID(),
      kind: 'out',
      driverId: crypto.randomUUID(),
      atDay: '2026-06-10',
      atTime: '',
      kilometres: '1',
      notes: '',
      officeSigned: 'Helena',
      driverSigned: '',
      driverRefused: '',
      ...more,
    })
    return read.error?.issues.map(({ path }) => path[0]) ?? []
  }
  expect(wrong({})).toEqual(['driverSigned', ...SIDES.map((side) => `photo-${side}`)])
  const all = Object.fromEntries(SIDES.map((side) => [`missing-${side}`, 'sem luz']))
  expect(wrong({ ...all, driverRefused: 'Não quis' })).toEqual([])
  expect(wrong({ kind: 'check', driverId: '' })).toEqual([])
})

test('a half-filled form says at once all that it lacks, whatever else is wrong with it', () => {
  const half = {
    sentKey: crypto.randomUUID(),
    kind: 'in',
    driverId: '',
    atDay: '',
    atTime: '10:00',
    kilometres: 'muitos',
    notes: '',
    officeSigned: '',
    driverSigned: '',
    driverRefused: '',
    'missing-front': 'sem luz',
  }
  const named = inspectionInput.safeParse(half).error?.issues.map(({ path }) => String(path[0])) ?? []
  const photos = SIDES.filter((side) => side !== 'front').map((side) => `photo-${side}`)
  expect(named.toSorted()).toEqual(
    ['atDay', 'driverId', 'driverSigned', 'kilometres', 'officeSigned', ...photos].toSorted(),
  )
})

test('a car that is only looked at asks for no driver: its form sends neither a signature nor a refusal of one', () => {
  const sent = {
    sentKey: crypto.randomUUID(),
    kind: 'check',
    atDay: '2026-06-10',
    atTime: '10:00',
    kilometres: '120700',
  }
  const read = inspectionInput.safeParse({ ...sent, energy: '', notes: '', officeSigned: 'Helena' })
  expect(read.error?.issues ?? []).toEqual([])
  expect(read.data).toMatchObject({ driverId: null, driverSigned: null, driverRefused: null })
})

test('a damage is proposed, contested, answered, and only then charged, once, with its words on the statement', async () => {
  const { car, ana } = await aFreeCar()
  await now((change) => recordInspection(change, car, typed({ driverId: ana })))
  const back = typed({ kind: 'in', driverId: ana, atTime: '11:30', kilometres: '120600', ...marked() })
  const inspection = await getInspection(car, await now((change) => recordInspection(change, car, back)))
  const id = inspection.damages[0]!.id
  const charge = { amount: cents(150_00), count: 1, week: NEXT_WEEK }
  await expect(now((change) => chargeDamage(change, id, charge))).rejects.toMatchObject({ code: 'damage.not-proposed' })

  await now((change) => proposeCost(change, id, { driverId: ana, amount: cents(150_00) }))
  expect(await listOwnDamages(own(ana))).toMatchObject([{ id, estimate: 150_00, state: 'proposed' }])
  const other = own(crypto.randomUUID())
  await expect(now((change) => contestDamage(change, other, id, 'não fui eu'))).rejects.toMatchObject({
    code: 'record.not-found',
  })
  await now((change) => contestDamage(change, own(ana), id, 'Já lá estava'))
  expect(await askAlone(contestedDamages, db)).toMatchObject({ count: 1, first: id, vehicle: car })
  expect(await getDamage(id)).toMatchObject({ contestedWords: 'Já lá estava' })
  await expect(now((change) => chargeDamage(change, id, charge))).rejects.toMatchObject({ code: 'damage.not-proposed' })
  await now((change) => answerContest(change, id, 'Na entrega não estava, veja as fotografias'))
  expect(await askAlone(contestedDamages, db)).toBeNull()
  await expect(now((change) => contestDamage(change, own(ana), id, 'outra vez'))).rejects.toMatchObject({
    code: 'damage.answered',
  })

  const more = { ...charge, amount: cents(150_01) }
  await expect(now((change) => chargeDamage(change, id, more))).rejects.toMatchObject({
    code: 'damage.more-than-proposed',
  })
  await now((change) => chargeDamage(change, id, charge))
  expect((await listChargesOfDamages()).get(id)).toMatchObject({ by: 'adjustment', driverId: ana, amount: 150_00 })
  await expect(now((change) => chargeDamage(change, id, charge))).rejects.toMatchObject({ code: 'damage.charged' })
  const line = await db.selectFrom('adjustments').select(['kind', 'reason']).executeTakeFirstOrThrow()
  expect(line).toEqual({ kind: 'damage', reason: 'Dano na ZX-11-TA: Risco, porta esquerda da frente' })
  await now((change) => settleDamage(change, id, 'Porta pintada'))
  const answered = { answer: 'Na entrega não estava, veja as fotografias' }
  expect(await getDamage(id)).toMatchObject({ state: 'settled', settledReason: 'Porta pintada', ...answered })
  await now((change) => reopenDamage(change, id))
  expect(await getDamage(id)).toMatchObject({ state: 'proposed', settledReason: null, estimate: 150_00, ...answered })
  await expect(now((change) => reopenDamage(change, id))).rejects.toMatchObject({ code: 'damage.open' })
  const word = async () => damageWord(await getDamage(id))
  expect(await word()).toBe('proposed')
  await now((change) => approveWeek(change, NEXT_WEEK, { leaveUnmatched: true }))
  expect(await word()).toBe('charged')
})

test('a damage that somebody pays for is proposed to nobody else, nor called nobody’s, until that charge is taken back', async () => {
  const { car, ana, rui } = await aFreeCar()
  await now((change) => recordInspection(change, car, typed({ driverId: ana })))
  const back = typed({ kind: 'in', driverId: ana, atTime: '11:30', kilometres: '120600', ...marked() })
  const { damages } = await getInspection(car, await now((change) => recordInspection(change, car, back)))
  const id = damages[0]!.id
  const propose = (driverId: string) => now((change) => proposeCost(change, id, { driverId, amount: cents(80_00) }))
  await propose(ana)
  await now((change) => contestDamage(change, own(ana), id, 'Já lá estava'))
  await now((change) => answerContest(change, id, 'Não estava'))
  await now((change) => chargeDamage(change, id, { amount: cents(80_00), count: 1, week: NEXT_WEEK }))
  const refused = { code: 'damage.charged-to', params: { driver: 'Anselmo Tavira Quintão' } }
  await expect(propose(rui)).rejects.toMatchObject(refused)
  await expect(propose(ana)).rejects.toMatchObject(refused)
  const blame = (cause: 'wear' | 'driver') => now((change) => setDamageCause(change, id, { cause, accidentId: null }))
  await expect(blame('wear')).rejects.toMatchObject(refused)
  await blame('driver')
  // Data from before this was refused: the driver who pays reads it, and so does the one to whom it is proposed.
  await db.updateTable('damages').set({ driver_id: rui }).where('id', '=', id).execute()
  expect((await Promise.all([ana, rui].map((one) => listOwnDamages(own(one))))).map(({ length }) => length)).toEqual([
    1, 1,
  ])

  const [charge] = await listDriverAdjustments(ana)
  await now((change) => withdrawAdjustment(change, ana, charge!.id))
  expect(await listOwnDamages(own(ana))).toEqual([])
  await propose(ana)
})

test('a damage that is settled while it is contested, and opened again, is contested still', async () => {
  const { car, ana } = await aFreeCar()
  await now((change) => recordInspection(change, car, typed({ driverId: ana })))
  const back = typed({ kind: 'in', driverId: ana, atTime: '11:30', kilometres: '120600', ...marked() })
  const inspection = await getInspection(car, await now((change) => recordInspection(change, car, back)))
  const id = inspection.damages[0]!.id
  await now((change) => proposeCost(change, id, { driverId: ana, amount: cents(150_00) }))
  await now((change) => contestDamage(change, own(ana), id, 'Já lá estava'))
  await now((change) => settleDamage(change, id, 'Engano'))
  await now((change) => reopenDamage(change, id))
  expect(await getDamage(id)).toMatchObject({ state: 'contested', contestedWords: 'Já lá estava', answer: '' })
})

test('what a driver without an account never read is charged once the office told it otherwise', async () => {
  const { car, ana } = await aFreeCar()
  await db.updateTable('drivers').set({ uid: null }).where('id', '=', ana).execute()
  await now((change) => recordInspection(change, car, typed({ driverId: ana })))
  const back = typed({ kind: 'in', driverId: ana, atTime: '11:30', kilometres: '120600', ...marked() })
  const inspection = await getInspection(car, await now((change) => recordInspection(change, car, back)))
  const id = inspection.damages[0]!.id
  await now((change) => proposeCost(change, id, { driverId: ana, amount: cents(150_00) }))
  const charge = { amount: cents(150_00), count: 1, week: NEXT_WEEK }
  await expect(now((change) => chargeDamage(change, id, charge))).rejects.toMatchObject({ code: 'damage.not-told' })
  const { proposedAt } = await getDamage(id)
  const reach = await findReach({ event: 'damage', driver: ana, at: proposedAt! })
  await now((change) => noteSentByHand(change, reach!.notice))
  await now((change) => chargeDamage(change, id, charge))
})

test('a corner is photographed or not, without a reason; the paper of a hand-over is its driver’s and the office’s alone', async () => {
  const { car, ana, rui } = await aFreeCar()
  const corner = { 'photo-rear-left': photo, driverSignature: photo, ...marked() }
  const out = await now((change) => recordInspection(change, car, typed({ driverId: ana, ...corner })))
  const { photos } = await getInspection(car, out)
  expect(photos.map(({ side }) => side)).toEqual(
    PHOTO_ORDER.filter((side) => !CORNERS.some((one) => one === side && one !== 'rear-left')),
  )
  const pt = translator('pt')
  const { name, bytes } = await drawInspection({ vehicle: car }, out, pt)
  expect(name).toBe('entrega-ZX-11-TA-2026-06-10.pdf')
  const text = textIn(bytes).join(' ')
  const facts = ['Entrega: ZX-11-TA', '120.450 km', '75 %', '1. Risco: porta esquerda da frente, novo, leve, fundo']
  const seen = ['Canto esquerdo de trás', 'Sem fotografia: chovia muito', 'Helena', 'Ana Teste']
  for (const said of [...facts, ...seen]) expect(text).toContain(said)
  expect((await drawInspection({ driver: own(ana) }, out, translator('en'))).name).toBe(
    'handover-ZX-11-TA-2026-06-10.pdf',
  )
  for (const other of [{ driver: own(rui) }, { vehicle: rui }])
    await expect(drawInspection(other, out, pt)).rejects.toMatchObject({ code: 'record.not-found' })
})

test('who signs and refuses at once is asked which of both; what waited on a phone keeps both and is looked at again', async () => {
  const { car, ana } = await aFreeCar()
  expect(() => typed({ driverId: ana, driverRefused: 'Não concorda' })).toThrow('field.signed-or-refused')
  const late = typed({ driverId: ana, driverRefused: 'Não concorda', late: 'on' })
  const kept = await getInspection(car, await now((change) => recordInspection(change, car, late)))
  expect(kept).toMatchObject({ driverSigned: 'Ana Teste', driverRefused: 'Não concorda', doubts: ['signature'] })
})

test('one hand-over of one minute is written down once, whoever sends it again', async () => {
  const { car, ana } = await aFreeCar()
  await now((change) => recordInspection(change, car, typed({ driverId: ana })))
  await expect(now((change) => recordInspection(change, car, typed({ driverId: ana })))).rejects.toMatchObject({
    code: 'inspection.known',
  })
  const again = typed({ driverId: ana, atTime: '10:01' })
  const id = await now((change) => recordInspection(change, car, again))
  expect((await getInspection(car, id)).doubts).toEqual(['twice'])
})

test('of a hand-over in the hour that comes twice a phone that comes late says neither: the first is taken and looked at again', async () => {
  const { car, ana } = await aFreeCar()
  const hour = { driverId: ana, atDay: '2025-10-26', atTime: '01:30' }
  expect(() => typed(hour)).toThrow('field.twice-time')
  expect(String(typed({ ...hour, atTimeTwice: 'second' }).at)).toBe('2025-10-26T01:30:00Z')
  const late = typed({ ...hour, late: 'on' })
  expect(String(late.at)).toBe('2025-10-26T00:30:00Z')
  const { doubts } = await getInspection(car, await now((change) => recordInspection(change, car, late)))
  expect(doubts).toContain('hour')
  expect(typed({ ...hour, late: 'on', atTimeTwice: 'second' }).isHourOpen).toBe(false)
})
