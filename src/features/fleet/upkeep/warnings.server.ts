import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { ageWarning, usableUntil } from '#domain/maintenance.ts'
import { showPlate } from '#domain/identifiers.ts'
import { ZONE } from '#domain/week.ts'
import { SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import type { NoticeFacts } from '#features/mail/inbox/schema.ts'
import { listAgeLimits } from '#features/papers/kinds/queries.server.ts'
import { listAllDue } from './queries.server.ts'

type Warning = {
  vehicleId: string
  ruleId: string | null
  about: string
  step: 'soon' | 'due' | '12' | '6' | '3' | '0'
  driver: string
  facts: NoticeFacts
  /** The due kilometres or day, for the log. */
  logged: { kilometres?: number | null; until: string | null }
}

/**
 * Warns the driver who has a car when work on it is due soon, and again when it is due; and the driver who owns a car
 * twelve, six and three months before it becomes too old, and on that day. Sends each warning once. A warning about a
 * car that nobody has waits for its next driver.
 */
export async function warnOfCars(now: Temporal.Instant): Promise<void> {
  const warnings = [...(await workWarnings(now)), ...(await ageWarnings(now))]
  if (warnings.length === 0) return
  const rows = await db.selectFrom('car_warnings').select(['vehicle_id', 'rule_id', 'about', 'step']).execute()
  const alreadyWarned = new Set(
    rows.map((warning) => JSON.stringify([warning.vehicle_id, warning.rule_id, warning.about, warning.step])),
  )
  const due = warnings.filter(
    ({ vehicleId, ruleId, about, step }) => !alreadyWarned.has(JSON.stringify([vehicleId, ruleId, about, step])),
  )
  if (due.length === 0) return
  await carryOut({ actor: SYSTEM, action: 'upkeep.warn', now }, async (change) => {
    for (const { vehicleId, ruleId, about, step, driver, facts, logged: dueAt } of due) {
      const warned = { vehicle_id: vehicleId, rule_id: ruleId, about, step, warned_at: now.toString() }
      await change.tx.insertInto('car_warnings').values(warned).execute()
      await writeNotices(change, [driver], facts)
      change.note({ subject: `driver:${driver}`, after: { vehicle: vehicleId, ...dueAt } })
    }
    return null
  })
}

/**
 * The warnings about work. If several drivers have a car at the same time, which is possible after a merge, only the
 * first is warned.
 */
async function workWarnings(now: Temporal.Instant): Promise<Warning[]> {
  const rows = await db
    .selectFrom('assignments')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .select(['vehicle_id', 'driver_id', 'plate'])
    .where(sql<boolean>`period @> ${now.toString()}::timestamptz`)
    .orderBy('ordinal')
    .execute()
  const held = new Map(rows.toReversed().map((row) => [row.vehicle_id, row]))
  return (await listAllDue(now)).flatMap(({ vehicleId, due: { id, what, state, dueKm, dueOn } }): Warning[] => {
    const holder = held.get(vehicleId)
    if (!holder || state === 'calm') return []
    const facts = { what, plate: showPlate(holder.plate), km: dueKm, day: dueOn ?? ('' as const) }
    const about = [dueKm, dueOn].filter((limit) => limit !== null).join(' ')
    return [
      {
        vehicleId,
        ruleId: id,
        about,
        step: state,
        driver: holder.driver_id,
        facts: { kind: 'car-work', event: state, ...facts },
        logged: { kilometres: dueKm, until: dueOn },
      },
    ]
  })
}

async function ageWarnings(now: Temporal.Instant): Promise<Warning[]> {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const ownCars = await db
    .selectFrom('vehicle_titles')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .innerJoin('drivers', 'drivers.id', 'owner_id')
    .select(['vehicles.id', 'plate', 'energy', 'owner_id', 'first_registered_on'])
    .where('title', '=', 'driver')
    .where('vehicles.status', '<>', 'sold')
    .where('drivers.is_gone', '=', false)
    .where('drivers.status', '<>', 'inactive')
    .orderBy('plate')
    .execute()
  const limits = await listAgeLimits()
  return ownCars.flatMap(
    ({ id, plate, energy, owner_id: driver, first_registered_on: firstRegisteredOn }): Warning[] => {
      if (driver === null || firstRegisteredOn === null) return []
      const until = usableUntil({ firstRegisteredOn, energy }, limits, today.toString())
      const step = until && ageWarning(until, today)
      if (!until || !step) return []
      const facts = { plate: showPlate(plate), day: until.toString() }
      return [
        {
          vehicleId: id,
          ruleId: null,
          about: until.toString(),
          step,
          driver,
          facts: { kind: 'car-age', event: step === '0' ? 'ended' : 'ends', ...facts },
          logged: { until: until.toString() },
        },
      ]
    },
  )
}
