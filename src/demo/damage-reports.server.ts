import { requireValue } from '#domain/certain.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { confirmReport, refuseReport, sendReport } from '#features/fleet/damage-reports/commands.server.ts'
import { getOwnReport, listCarsOf } from '#features/fleet/damage-reports/queries.server.ts'
import { reportInput } from '#features/fleet/damage-reports/schema.ts'
import { ZONE } from '#domain/week.ts'
import { makeChange } from './change.server.ts'
import { photoOf } from './photo.server.ts'

/** Drawing of a bumper with a scratch, from close up. */
const SCRATCH = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#8b9aa3"/>
  <rect y="250" width="640" height="150" rx="40" fill="#5f6c74"/><path d="M150 330 Q300 300 470 350" fill="none" stroke="#e8ecee" stroke-width="7"/>
  <path d="M180 350 Q300 330 430 366" fill="none" stroke="#e8ecee" stroke-width="3"/></svg>`
/** Drawing of the same car from further away. */
const REAR = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#b9c4c9"/>
  <rect y="380" width="640" height="100" fill="#7d868a"/><path d="M140 390 V240 L200 130 H440 L500 240 V390 Z" fill="#5f6c74"/>
  <path d="M205 225 L235 150 H405 L435 225 Z" fill="#dfe9ec"/><rect x="265" y="290" width="110" height="26" fill="#fff"/>
  <path d="M160 350 Q230 336 300 360" fill="none" stroke="#e8ecee" stroke-width="5"/></svg>`

/** Adds drivers' reports of damage: one that waits, an accident that was confirmed, and one that was refused. */
export async function reportDamage(now: Temporal.Instant, ids: ReadonlyMap<string, string>): Promise<void> {
  const driver = (ref: string) => requireValue(ids, ref) as OwnDriverId
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const report = async (ref: string, daysAgo: number, fields: Record<string, unknown>) => {
    const day = today.subtract({ days: daysAgo })
    const at = day.toZonedDateTime({ timeZone: ZONE, plainTime: '19:00' }).toInstant()
    const sent = Temporal.Instant.compare(at, now) > 0 ? now : at
    const input = reportInput.parse({
      atDay: day.subtract({ days: 1 }).toString(),
      atTime: '18:10',
      atTimeTwice: '',
      type: '',
      part: '',
      severity: '',
      ...fields,
    })
    const [car] = await listCarsOf(driver(ref))
    const id = await makeChange('damage-report.send', sent, (change) =>
      sendReport(change, driver(ref), { ...input, vehicleId: car?.id ?? null }),
    )
    const { vehicle } = await getOwnReport(driver(ref), id)
    return { id, car: vehicle.id, later: sent.add({ hours: 16 }) }
  }

  const accident = await report('M1', 16, {
    kind: 'accident',
    place: 'Rotunda do Relógio, Lisboa',
    account: 'Parei para dar passagem e a carrinha de trás não parou a tempo. Os dois assinámos a declaração.',
    type: 'dent',
    part: 'rear-bumper',
    severity: 'moderate',
    injured: 'no',
    amicable: 'signed',
    otherName: 'Duarte Sá',
    otherPlate: 'ZX-31-DS',
    otherInsurer: 'Seguradora do outro',
    otherPolicy: '',
    police: '',
    policeNumber: '',
    photos: [await photoOf(SCRATCH, 'perto.jpg'), await photoOf(REAR, 'longe.jpg')],
  })
  await makeChange('damage-report.confirm', accident.later, (change) =>
    confirmReport(change, accident.car, accident.id, { type: 'dent', part: 'rear-bumper', severity: 'moderate' }),
  )
  const dirty = await report('M1', 9, {
    kind: 'damage',
    place: 'Garagem de casa',
    account: 'Há uma mancha no banco de trás que não sai.',
    type: 'interior',
    photos: [],
  })
  await makeChange('damage-report.refuse', dirty.later, (change) =>
    refuseReport(change, dirty.car, dirty.id, 'A mancha já estava na vistoria da entrega. Não precisa de fazer nada.'),
  )
  await report('M1', 0, {
    kind: 'damage',
    place: 'Parque do aeroporto, piso 2',
    account: 'Quando voltei à viatura, o para-choques de trás estava riscado. Ninguém deixou recado.',
    type: 'scratch',
    part: 'rear-bumper',
    severity: 'light',
    photos: [await photoOf(SCRATCH, 'risco.jpg'), await photoOf(REAR, 'traseira.jpg')],
  })
}
