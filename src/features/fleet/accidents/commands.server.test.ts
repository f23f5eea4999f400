import { askAlone } from '#db/together.server.ts'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { SIDES } from '#domain/inspection.ts'
import { cents } from '#domain/money.ts'
import { setDamageCause, contestDamage, proposeCost } from '#features/fleet/damages/commands.server.ts'
import { getDamage, listDamagesOfCar, listOwnDamages, readDamagePhoto } from '#features/fleet/damages/queries.server.ts'
import { recordInspection } from '#features/fleet/inspections/commands.server.ts'
import { inspectionInput } from '#features/fleet/inspections/schema.ts'
import { handOver } from '#features/fleet/vehicles/commands.server.ts'
import { aFleet, makeChange } from '#test/factories.ts'
import { PNG, pdfBytes } from '#test/papers.ts'
import { recordAccident, restoreAccident, saveAccident, withdrawAccident } from './commands.server.ts'
import {
  unreportedAccidents,
  getAccident,
  listAccidentsOfCar,
  listInsurersMoney,
  listWithdrawnAccidents,
  readAccidentForm,
} from './queries.server.ts'
import { accidentInput } from './schema.ts'

const NOW = Temporal.Instant.from('2026-06-10T11:00:00Z')
const now = <Result>(work: Parameters<typeof makeChange<Result>>[0]) => makeChange(work, { at: NOW })
const typed = (more: Record<string, unknown> = {}) =>
  accidentInput.parse({
    happenedAt: ['2026-06-09', '18:20'],
    place: 'Rotunda do Relógio',
    account: '',
    injured: 'no',
    amicable: 'signed',
    otherName: '',
    otherPlate: 'ZX-01-ZZ',
    otherInsurer: '',
    otherPolicy: '',
    police: '',
    policeNumber: '',
    reportedOn: '',
    claimNumber: '',
    excess: '',
    paid: '',
    paidOn: '',
    closedOn: '',
    closing: '',
    ...more,
  })

async function aHeldCar() {
  const fleet = await aFleet()
  const [car, other] = [fleet.vehicle('ZX11TA'), fleet.vehicle('ZX22TB')]
  await db.deleteFrom('assignments').where('vehicle_id', '=', car).execute()
  const [ana, rui] = [fleet.driver('D1'), fleet.driver('D2')]
  await now((change) => handOver(change, car, ana, Temporal.Instant.from('2026-06-08T08:00:00Z')))
  return { car, other, ana, rui }
}

/** A check that marked one dent, with a photo of it. */
async function aDent(car: string) {
  const input = inspectionInput.parse({
    sentKey: crypto.randomUUID(),
    kind: 'check',
    atDay: '2026-06-10',
    atTime: '10:00',
    kilometres: '120 450',
    energy: '',
    notes: '',
    officeSigned: 'Helena',
    driverSigned: '',
    driverRefused: '',
    ...Object.fromEntries(SIDES.map((side) => [`missing-${side}`, 'sem luz'])),
    damageType: ['', 'dent'],
    damagePart: ['roof', 'roof'],
    damageX: ['0', '520'],
    damageY: ['0', '500'],
    damageSeverity: ['light', 'light'],
    damageIsNew: ['new', 'new'],
    damageNote: ['', ''],
    'damagePhoto-1': new File([PNG], 'IMG_0002.png'),
  })
  await now((change) => recordInspection(change, car, input))
  return (await listDamagesOfCar(car))[0]!
}

test('an accident is of whoever had the car at that minute, is added to later, and belongs to its car alone', async () => {
  const { car, other, ana } = await aHeldCar()
  const form = new File([pdfBytes()], 'declaracao.pdf')
  const id = await now((change) => recordAccident(change, car, typed({ form })))
  expect(await listAccidentsOfCar(car)).toMatchObject([
    { id, driver: { id: ana }, amicable: 'signed', otherPlate: 'ZX-01-ZZ', reportedOn: null, form: 'declaracao.pdf' },
  ])
  await now((change) => saveAccident(change, car, id, typed({ reportedOn: '2026-06-10', claimNumber: 'S-17' })))
  // The declaration stays when the form sends none.
  expect(await getAccident(car, id)).toMatchObject({ reportedOn: '2026-06-10', form: 'declaracao.pdf' })
  expect((await readAccidentForm(car, id)).mediaType).toBe('application/pdf')
  const elsewhere = { code: 'record.not-found' }
  await expect(getAccident(other, id)).rejects.toMatchObject(elsewhere)
  await expect(readAccidentForm(other, id)).rejects.toMatchObject(elsewhere)
  await expect(
    now((change) => recordAccident(change, car, typed({ happenedAt: ['2026-06-11', '18:20'] }))),
  ).rejects.toMatchObject({
    code: 'accident.in-future',
  })
  await expect(
    now((change) => saveAccident(change, car, id, typed({ reportedOn: '2026-06-11' }))),
  ).rejects.toMatchObject({
    code: 'accident.told-in-future',
  })
})

test('an accident ends with what the insurer paid on which day, which counts for its car until the accident is withdrawn', async () => {
  const { car } = await aHeldCar()
  const id = await now((change) => recordAccident(change, car, typed({ reportedOn: '2026-06-10' })))
  expect(await listInsurersMoney()).toEqual(new Map())
  const ended = { reportedOn: '2026-06-10', excess: '250', paid: '1.200,50', paidOn: '2026-06-10' }
  await now((change) =>
    saveAccident(change, car, id, typed({ ...ended, closedOn: '2026-06-10', closing: 'Pago, menos a franquia' })),
  )
  expect(await getAccident(car, id)).toMatchObject({
    excess: 250_00,
    paid: 1_200_50,
    paidOn: '2026-06-10',
    closedOn: '2026-06-10',
    closing: 'Pago, menos a franquia',
  })
  expect((await listInsurersMoney()).get(car)).toMatchObject([{ amount: 1_200_50, on: '2026-06-10' }])
  await now((change) => withdrawAccident(change, car, id, 'Foi outra viatura'))
  expect((await listInsurersMoney()).get(car)).toBeUndefined()
})

test('an accident that was withdrawn by mistake is restored with the damage that it had', async () => {
  const { car, other } = await aHeldCar()
  const dent = await aDent(car)
  const id = await now((change) => recordAccident(change, car, typed()))
  await now((change) => setDamageCause(change, dent.id, { cause: null, accidentId: id }))
  await now((change) => withdrawAccident(change, car, id, 'Pensei que era outra viatura'))
  expect(await listWithdrawnAccidents(car)).toMatchObject([{ id, reason: 'Pensei que era outra viatura' }])
  const restore = (vehicle: string) => now((change) => restoreAccident(change, vehicle, id))
  await expect(restore(other)).rejects.toMatchObject({ code: 'record.not-found' })
  await restore(car)
  expect(await listAccidentsOfCar(car)).toMatchObject([{ id, place: 'Rotunda do Relógio' }])
  expect(await getDamage(dent.id)).toMatchObject({ accidentId: id })
  expect(await listWithdrawnAccidents(car)).toEqual([])
  await expect(restore(car)).rejects.toMatchObject({ code: 'record.not-found' })
})

test.each([
  ['money without a day', { paid: '10' }, 'paidOn'],
  ['a day without money', { paidOn: '2026-06-10' }, 'paid'],
  ['money before the accident', { paid: '10', paidOn: '2026-06-08' }, 'paidOn'],
  ['an end before the accident', { closedOn: '2026-06-08' }, 'closedOn'],
  ['how it ended without a day', { closing: 'Pago' }, 'closedOn'],
])('%s is asked for again', (_, more, field) => {
  const sent = (changes: Record<string, string>) =>
    accidentInput
      .safeParse({
        happenedAt: ['2026-06-09', '18:20'],
        place: 'A5',
        account: '',
        injured: 'no',
        amicable: 'none',
        ...Object.fromEntries(
          ['otherName', 'otherPlate', 'otherInsurer', 'otherPolicy', 'police', 'policeNumber', 'reportedOn'].map(
            (name) => [name, ''],
          ),
        ),
        claimNumber: '',
        excess: '',
        paid: '',
        paidOn: '',
        closedOn: '',
        closing: '',
        ...changes,
      })
      .error?.issues.map(({ path }) => path.join())
  expect(sent({})).toBeUndefined()
  expect(sent(more)).toEqual([field])
})

test('an accident waits until the insurer was told of it, is late after eight days, and is asked for no longer after thirty', async () => {
  const { car } = await aHeldCar()
  expect(await askAlone(unreportedAccidents(NOW), db)).toBeNull()
  const id = await now((change) => recordAccident(change, car, typed()))
  const days = (count: number) => NOW.add({ hours: 24 * count })
  expect(await askAlone(unreportedAccidents(NOW), db)).toMatchObject({
    count: 1,
    first: { id, vehicle: car },
    late: false,
  })
  expect((await askAlone(unreportedAccidents(days(8)), db))?.late).toBe(true)
  expect(await askAlone(unreportedAccidents(days(30)), db)).toBeNull()
  await now((change) => saveAccident(change, car, id, typed({ closedOn: '2026-06-10', closing: 'Sem participação' })))
  expect(await askAlone(unreportedAccidents(NOW), db)).toBeNull()
  await now((change) => saveAccident(change, car, id, typed({ reportedOn: '2026-06-10' })))
  expect(await askAlone(unreportedAccidents(NOW), db)).toBeNull()
})

test('damage that somebody else answers for is proposed to no driver, and no longer where it was', async () => {
  const { car, other, ana } = await aHeldCar()
  const dent = await aDent(car)
  const accident = await now((change) => recordAccident(change, car, typed()))
  const propose = () => now((change) => proposeCost(change, dent.id, { driverId: ana, amount: cents(150_00) }))
  await propose()
  await now((change) => contestDamage(change, ana as OwnDriverId, dent.id, 'Bateram-me por trás'))
  await now((change) => setDamageCause(change, dent.id, { cause: 'third-party', accidentId: accident }))
  expect(await getDamage(dent.id)).toMatchObject({ state: 'noted', cause: 'third-party', accidentId: accident })
  expect(await listOwnDamages(ana as OwnDriverId)).toEqual([])
  await expect(propose()).rejects.toMatchObject({ code: 'damage.not-drivers' })
  await now((change) => setDamageCause(change, dent.id, { cause: 'driver', accidentId: null }))
  await propose()

  const theirs = await now((change) => recordAccident(change, other, typed()))
  await expect(
    now((change) => setDamageCause(change, dent.id, { cause: 'driver', accidentId: theirs })),
  ).rejects.toMatchObject({ code: 'record.not-found' })
})

test('the photo of damage is the one of its row, and a driver sees it once its cost was proposed', async () => {
  const { car, ana, rui } = await aHeldCar()
  const dent = await aDent(car)
  expect(dent).toMatchObject({ type: 'dent', hasPhoto: true })
  expect((await readDamagePhoto(dent.id, null)).mediaType).toBe('image/jpeg')
  const hidden = { code: 'record.not-found' }
  await expect(readDamagePhoto(dent.id, ana as OwnDriverId)).rejects.toMatchObject(hidden)
  await now((change) => proposeCost(change, dent.id, { driverId: ana, amount: cents(150_00) }))
  expect((await readDamagePhoto(dent.id, ana as OwnDriverId)).mediaType).toBe('image/jpeg')
  await expect(readDamagePhoto(dent.id, rui as OwnDriverId)).rejects.toMatchObject(hidden)
})

test('nobody tells an insurer of an accident before it happened', () => {
  expect(typed({ reportedOn: '2026-06-09' }).reportedOn).toBe('2026-06-09')
  expect(() => typed({ reportedOn: '2026-06-08' })).toThrow('field.before-accident')
})

test('no accident is of the year 1', () => {
  expect(() => typed({ happenedAt: ['0001-01-01', '18:20'] })).toThrow('field.day-fleet')
})

test('an accident that was written down by mistake is none, and its damage is of no accident', async () => {
  const { car, other } = await aHeldCar()
  const id = await now((change) => recordAccident(change, car, typed({})))
  const dent = await aDent(car)
  await now((change) => setDamageCause(change, dent.id, { cause: 'third-party', accidentId: id }))
  const withdraw = (of: string) => now((change) => withdrawAccident(change, of, id, 'Registado duas vezes'))
  await expect(withdraw(other)).rejects.toMatchObject({ code: 'record.not-found' })
  await withdraw(car)
  expect(await listAccidentsOfCar(car)).toEqual([])
  expect(await listDamagesOfCar(car)).toMatchObject([{ accidentId: null, cause: 'third-party' }])
  await expect(withdraw(car)).rejects.toMatchObject({ code: 'record.not-found' })
})
