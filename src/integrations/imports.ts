import { boltEarnings } from './bolt/earnings.ts'
import { boltPerformance } from './bolt/performance.ts'
import type { Format, LongFormat } from './format.ts'
import { bpFuelCard } from './fuel/bp.ts'
import { edpCharging } from './fuel/edp.ts'
import { repsolFuelCard } from './fuel/repsol.ts'
import { prioElectric } from './prio/electric.ts'
import { prioFuelCard } from './prio/fuel-card.ts'
import { driverActivity } from './uber/driver-activity.ts'
import { driverQuality } from './uber/driver-quality.ts'
import { otherUberReports } from './uber/other-reports.ts'
import { paymentsDriver } from './uber/payments-driver.ts'
import { paymentsOrder } from './uber/payments-order.ts'
import { tripActivity } from './uber/trip-activity.ts'
import { viaVerdeMovements } from './viaverde/movements.ts'

/** All formats that can be read, in no particular order: `recognise.ts` finds the format of a table. A new one is one line here. */
export const FORMATS: readonly (Format | LongFormat)[] = [
  paymentsOrder,
  paymentsDriver,
  driverActivity,
  driverQuality,
  tripActivity,
  otherUberReports,
  boltEarnings,
  boltPerformance,
  viaVerdeMovements,
  bpFuelCard,
  repsolFuelCard,
  edpCharging,
  prioFuelCard,
  prioElectric,
]
