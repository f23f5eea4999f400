import type { Assignment } from '#features/fleet/vehicles/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'

/** A car's time with a driver, as text for a page; an open end is `null`. */
export type Period = { id: string; driverId: string; driver: string; from: string | null; to: string | null }

export function periodOf({ id, driverId, driver, from, to }: Assignment): Period {
  return { id, driverId, driver, from: from?.toString() ?? null, to: to?.toString() ?? null }
}

/** "18 nov. 2026, 12:00 a 20 nov. 2026, 09:00", "desde 18 nov. 2026, 12:00", "desde sempre". */
export function periodWords({ from, to }: Pick<Period, 'from' | 'to'>, t: Translator): string {
  const [begun, ended] = [from, to].map((at) => at && formatInstant(at, t.language))
  if (begun && ended) return t('page.fleet.period', { from: begun, to: ended })
  if (begun) return t('page.fleet.periodFrom', { from: begun })
  return ended ? t('page.fleet.periodUntil', { to: ended }) : t('page.fleet.open.from')
}
