import type { Week } from '#domain/week.ts'
import { boltEarnings } from './bolt-files.ts'
import { DRIVERS } from './fleet.ts'
import { prioElectric, prioFuel, viaVerde } from './movement-files.ts'
import { platformWeek, weekRandom } from './platform-weeks.ts'
import { uberActivity, uberPayments } from './uber-files.ts'
import type { DemoFile } from './written.ts'

/**
 * The files of one week of the invented fleet, in the true formats and with sums that hold. The same week gives the same
 * files. `withQuestion` adds a passage of a plate nobody knows; `drivers` may be another fleet of the same make.
 */
export function weekFiles(week: Week, withQuestion: boolean, drivers = DRIVERS): DemoFile[] {
  const random = weekRandom(week)
  const weeks = drivers.map((driver) => platformWeek(driver, random))
  return [
    uberPayments(week, weeks),
    uberActivity(week, weeks),
    boltEarnings(week, weeks),
    viaVerde(week, drivers, random, withQuestion),
    prioFuel(week, drivers, random),
    prioElectric(week, drivers, random),
  ]
}
