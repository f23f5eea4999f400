import { requireValue } from '#domain/certain.ts'
import type { OwnDriverId } from '#domain/access.ts'
import type { Part } from '#domain/inspection.ts'
import { type Cents, cents } from '#domain/money.ts'
import { ZONE } from '#domain/week.ts'
import { saveAccident } from '#features/fleet/accidents/commands.server.ts'
import { getAccident } from '#features/fleet/accidents/queries.server.ts'
import { confirmReport, sendReport } from '#features/fleet/damage-reports/commands.server.ts'
import { getOwnReport, listCarsOf } from '#features/fleet/damage-reports/queries.server.ts'
import { reportInput } from '#features/fleet/damage-reports/schema.ts'
import { settleDamage, writeInvoice } from '#features/fleet/damages/commands.server.ts'
import { makeChange } from './change.server.ts'

/**
 * Adds repaired accidents that the insurer was told of: one that it decides, one that it paid and nobody closed, and one
 * that is closed.
 */
export async function settleAccidents(now: Temporal.Instant, ids: ReadonlyMap<string, string>): Promise<void> {
  for (const accident of ACCIDENTS) await addAccident(now, requireValue(ids, accident.ref) as OwnDriverId, accident)
}

async function addAccident(now: Temporal.Instant, driver: OwnDriverId, accident: DemoAccident): Promise<void> {
  const { daysAgo, place, account, part, otherPlate, claimNumber, repair, insurer } = accident
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const dayAfter = (days: number) => today.subtract({ days: daysAgo - days }).toString()
  const at = today.subtract({ days: daysAgo }).toZonedDateTime({ timeZone: ZONE, plainTime: '19:00' }).toInstant()
  const damage = { type: 'dent', part, severity: 'moderate' } as const
  const input = reportInput.parse({
    ...damage,
    kind: 'accident',
    atDay: dayAfter(0),
    atTime: '18:10',
    atTimeTwice: '',
    place,
    account,
    photos: [],
    injured: 'no',
    amicable: 'signed',
    otherName: '',
    otherPlate,
    otherInsurer: 'Seguros de Exemplo',
    otherPolicy: '',
    police: '',
    policeNumber: '',
  })
  const [car] = await listCarsOf(driver)
  const report = await makeChange('damage-report.send', at, (change) =>
    sendReport(change, driver, { ...input, vehicleId: car?.id ?? null }),
  )
  const { vehicle } = await getOwnReport(driver, report)
  await makeChange('damage-report.confirm', at.add({ hours: 16 }), (change) =>
    confirmReport(change, vehicle.id, report, damage),
  )
  const { accidentId, damageId } = await getOwnReport(driver, report)
  if (accidentId === null || damageId === null) throw new Error('The report of the demonstration made no accident.')
  const before = await getAccident(vehicle.id, accidentId)
  await makeChange('accident.save', now, (change) =>
    saveAccident(change, vehicle.id, accidentId, {
      ...before,
      happenedAt: Temporal.Instant.from(before.happenedAt),
      form: undefined,
      reportedOn: dayAfter(2),
      claimNumber,
      excess: cents(250_00),
      paid: insurer === null ? null : insurer.paid,
      paidOn: insurer === null ? null : dayAfter(insurer.after),
      closedOn: insurer?.closing ? dayAfter(insurer.after + 1) : null,
      closing: insurer?.closing ?? '',
    }),
  )
  await makeChange('damage.invoice', now, (change) => writeInvoice(change, damageId, { amount: repair }))
  await makeChange('damage.settle', now, (change) => settleDamage(change, damageId, 'Reparado na oficina'))
}

type DemoAccident = {
  ref: string
  daysAgo: number
  place: string
  account: string
  part: Part
  otherPlate: string
  claimNumber: string
  repair: Cents
  /** What the insurer paid, so many days after the accident; `closing` for one that is closed since. */
  insurer: { paid: Cents; after: number; closing: string } | null
}

const ACCIDENTS: readonly DemoAccident[] = [
  {
    ref: 'M5',
    daysAgo: 63,
    place: 'Avenida da Liberdade, Lisboa',
    account: 'O outro mudou de faixa sem olhar e bateu na porta da frente.',
    part: 'door-front-left',
    otherPlate: 'ZX-45-FT',
    claimNumber: 'S-2201',
    repair: cents(540_00),
    insurer: { paid: cents(540_00), after: 41, closing: 'Pago por inteiro: o outro teve a culpa' },
  },
  {
    ref: 'M6',
    daysAgo: 46,
    place: 'IC19, saída de Queluz',
    account: 'Travagem em fila. Não consegui parar a tempo.',
    part: 'front-bumper',
    otherPlate: 'ZX-52-GU',
    claimNumber: 'S-2214',
    repair: cents(1_240_00),
    insurer: null,
  },
  {
    ref: 'M7',
    daysAgo: 34,
    place: 'Parque do aeroporto, piso 1',
    account: 'Ao sair do lugar toquei no carro do lado.',
    part: 'rear-bumper',
    otherPlate: 'ZX-67-HV',
    claimNumber: 'S-2230',
    repair: cents(870_00),
    insurer: { paid: cents(620_00), after: 31, closing: '' },
  },
]
