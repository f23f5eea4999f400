import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { CHECKS, CORNERS, type Side, SIDES } from '#domain/inspection.ts'
import { driverAt } from '#domain/matching.ts'
import { cents } from '#domain/money.ts'
import { contestDamage, proposeCost, settleDamage } from '#features/fleet/damages/commands.server.ts'
import { ZONE, lisbon } from '#domain/week.ts'
import { recordInspection } from '#features/fleet/inspections/commands.server.ts'
import { getInspection } from '#features/fleet/inspections/queries.server.ts'
import type { InspectionInput } from '#features/fleet/inspections/schema.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { makeChange } from './change.server.ts'
import { photoOf } from './photo.server.ts'

/** Adds inspections of cars, with two damages: one that its driver contests, and one that was repaired. */
export async function addInspections(now: Temporal.Instant, car: (plate: string) => string): Promise<void> {
  const vehicleId = car('ZX-50-CN')
  const holder = driverAt(await listAssignments(vehicleId), now)
  const driver = holder === null ? null : await nameOf(holder)
  if (driver === null) throw new Error('Nobody has the car of the demonstration that is looked at.')
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const at = (days: number) => lisbon(today.subtract({ days }).toPlainDateTime({ hour: 10, minute: 20 }))
  const look = (days: number, more: Pick<InspectionInput, 'kilometres' | 'energy'> & Partial<InspectionInput>) =>
    makeChange('inspection.record', at(days), async (change) =>
      recordInspection(change, vehicleId, { ...seen, at: at(days), sentKey: crypto.randomUUID(), ...more }),
    )
  const seen = { ...USUAL_ANSWERS, sides: await photos() }
  const drawnBy = { officeSignature: await photoOf(HAND, 'a.jpg'), driverSignature: await photoOf(HAND, 'b.jpg') }
  const handed = { kind: 'out' as const, driverId: driver.id, driverSigned: driver.name, ...drawnBy }
  await look(40, { ...handed, kilometres: 71_120, energy: 82 })
  const checked = await look(6, {
    kilometres: 76_480,
    energy: 46,
    damages: [
      {
        type: 'scratch',
        part: 'rear-bumper',
        x: 945,
        y: 380,
        severity: 'light',
        isNew: true,
        note: 'com 12 cm',
        photo: null,
      },
      {
        type: 'dent',
        part: 'door-rear-left',
        x: 600,
        y: 120,
        severity: 'moderate',
        isNew: true,
        note: '',
        photo: await photoOf(DENT, 'dano.jpg'),
      },
    ],
  })
  await handOverWhole(now, car('ZX-58-MP'), { ...seen, ...drawnBy })
  const { damages } = await getInspection(vehicleId, checked)
  const [scratch, dent] = damages
  if (!scratch || !dent) throw new Error('The damages of the demonstration were not marked.')
  await makeChange('damage.settle', at(4), (change) => settleDamage(change, scratch.id, 'Polido na oficina, sem custo'))
  const cost = { driverId: driver.id, amount: cents(180_00) }
  await makeChange('damage.propose', at(4), (change) => proposeCost(change, dent.id, cost))
  await makeChange('damage.contest', at(2), (change) =>
    contestDamage(change, driver.id as OwnDriverId, dent.id, 'A porta já tinha este toque quando recebi a viatura.'),
  )
}

/** Hands a car over with a complete checklist, which its driver can show at the roadside. */
async function handOverWhole(
  now: Temporal.Instant,
  vehicleId: string,
  seen: Omit<InspectionInput, 'at' | 'sentKey' | 'kilometres' | 'energy'>,
): Promise<void> {
  const holder = driverAt(await listAssignments(vehicleId), now)
  const driver = holder === null ? null : await nameOf(holder)
  if (driver === null) return
  const at = lisbon(now.toZonedDateTimeISO(ZONE).toPlainDate().subtract({ days: 20 }).toPlainDateTime({ hour: 9 }))
  await makeChange('inspection.record', at, (change) =>
    recordInspection(change, vehicleId, {
      ...seen,
      kind: 'out',
      driverId: driver.id,
      driverSigned: driver.name,
      checklist: [...CHECKS],
      at,
      sentKey: crypto.randomUUID(),
      kilometres: 41_870,
      energy: 100,
    }),
  )
}

const USUAL_ANSWERS: Omit<InspectionInput, 'at' | 'sentKey' | 'sides' | 'kilometres' | 'energy'> = {
  kind: 'check',
  driverId: null,
  isLate: false,
  isHourOpen: false,
  kilometresReason: '',
  notes: '',
  damages: [],
  checklist: ['papers', 'sticker', 'keys', 'cable', 'vest', 'triangle', 'clean'],
  officeSigned: 'Helena Matos',
  officeSignature: undefined,
  driverSigned: null,
  driverSignature: undefined,
  driverRefused: null,
}

async function nameOf(id: string) {
  return (await db.selectFrom('drivers').select(['id', 'name']).where('id', '=', id).executeTakeFirst()) ?? null
}

/** Makes drawings instead of photos, because we may not show pictures of real cars. */
async function photos(): Promise<InspectionInput['sides']> {
  const drawn: Partial<Record<Side, string>> = {
    front: FRONT,
    rear: FRONT,
    left: SIDE,
    right: SIDE,
    'front-right': FRONT,
  }
  return await Promise.all(
    [...SIDES, CORNERS[0]].map(async (side) => {
      const shape = drawn[side]
      if (shape === undefined) return { side, file: null, reason: 'fica para a próxima vistoria' }
      const flip = side === 'right' ? 'translate(640 0) scale(-1 1)' : ''
      const lamps = side === 'rear' ? '#c0392b' : '#f4f1e4'
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400" fill="#b9c4c9"/>
        <rect y="300" width="640" height="100" fill="#7d868a"/><g transform="${flip}">${shape.replaceAll('LAMP', lamps)}</g></svg>`
      return { side, file: await photoOf(svg, `${side}.jpg`), reason: '' }
    }),
  )
}

const WHEEL = (x: number) =>
  `<circle cx="${x}" cy="300" r="42" fill="#222"/><circle cx="${x}" cy="300" r="20" fill="#999"/>`
const SIDE = `<path d="M60 290 V220 Q70 200 150 190 L220 120 Q235 108 260 108 H400 Q425 108 445 125 L510 190 Q580 200 590 230 V290 Z" fill="#2f5d62"/>
  <path d="M235 185 L270 130 H320 V185 Z M335 185 V130 H400 L440 185 Z" fill="#dfe9ec"/>${WHEEL(165)}${WHEEL(485)}`
const FRONT = `<path d="M170 310 V200 L215 110 Q225 95 250 95 H390 Q415 95 425 110 L470 200 V310 Z" fill="#2f5d62"/>
  <path d="M220 190 L245 120 H395 L420 190 Z" fill="#dfe9ec"/><rect x="270" y="255" width="100" height="26" fill="#fff"/>
  <circle cx="210" cy="228" r="20" fill="LAMP"/><circle cx="430" cy="228" r="20" fill="LAMP"/>
  <rect x="180" y="300" width="50" height="40" fill="#222"/><rect x="410" y="300" width="50" height="40" fill="#222"/>`
/** Drawing of a signature, as made on a phone. */
const HAND = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><rect width="600" height="200" fill="#fff"/>
  <path d="M60 130 C90 30 140 30 130 110 S170 170 200 100 S250 60 260 120 S330 150 350 90 S420 70 430 120 S500 130 540 80" fill="none" stroke="#12303a" stroke-width="5"/></svg>`
/** Drawing of a door with a dent. */
const DENT = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#2f5d62"/>
  <path d="M0 120 H640 M330 120 V480" stroke="#234649" stroke-width="6"/><rect x="370" y="160" width="90" height="20" rx="10" fill="#234649"/>
  <ellipse cx="190" cy="300" rx="90" ry="60" fill="#27504f"/><ellipse cx="176" cy="286" rx="52" ry="30" fill="#3d7378"/></svg>`
