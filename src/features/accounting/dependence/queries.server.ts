import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { type RowQuestion, askAlone, momentOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { DEPENDENCE_SINCE, dependenceOf } from '#domain/dependence.ts'
import { cents } from '#domain/money.ts'
import { type Week, weekAt, ZONE } from '#domain/week.ts'
import { settingsOf } from '#features/company/financial-settings/queries.server.ts'
import type { DriverDependence, OwnDependence } from './schema.ts'

/** A calendar year up to one of its days: it counts the weeks that end by that day. */
export type YearUntil = { year: number; until: Temporal.PlainDate }

/** The current year up to 31 December, so that every statement issued so far counts. */
export function yearOf(now: Temporal.Instant): YearUntil {
  const { year } = now.toZonedDateTimeISO(ZONE)
  return { year, until: Temporal.PlainDate.from({ year, month: 12, day: 31 }) }
}

/**
 * Lists the drivers who were asked for receipts in a year, the largest sum first; none for a year whose figures are not
 * known.
 */
export async function listDependence(period: YearUntil, on: Kysely<DB> = db): Promise<DriverDependence[]> {
  return await read(period, null, on)
}

/** The figures of one driver, with all their records; `null` when they wrote no receipts in the year. */
export async function findOwnDependence(
  driverId: string,
  period: YearUntil,
  on: Kysely<DB> = db,
): Promise<OwnDependence | null> {
  const [found] = await read(period, driverId, on)
  return found ?? null
}

type Row = {
  id: string
  ref: string
  name: string
  ours: number
  elsewhere: number | null
  contributes: boolean | null
  said: string | null
}

async function read(period: YearUntil, driverId: string | null, on: Kysely<DB>) {
  return askAlone(dependenceIn(period, driverId), on)
}

/**
 * Query for the figures of every driver who was asked for receipts in a year; `askTogether` can send it with other
 * queries.
 */
export function dependenceIn(
  { year, until }: YearUntil,
  driverId: string | null = null,
): RowQuestion<{ settings: never; found: Row[] }, DriverDependence[]> {
  if (year < DEPENDENCE_SINCE) return { ask: () => sql`(select)`, read: () => [] }
  const settings = settingsOf(lastWeek(until))
  const found = sql`(
    select d.id, d.ref, d.name, own.total as ours, said.elsewhere_cents as elsewhere, said.contributes, said.said_at as said
    from (select case when merged_into is null then driver_id else standing_record(driver_id) end as person,
        sum(total)::bigint as total from (
        select driver_id, sum(receipt_value_cents) as total from settlements
        where state <> 'void' and receipt_value_cents > 0 and week between ${`${year}-01-01`}::date - 6 and ${until.toString()}::date - 6 and terms ->> 'regime' <> 'employee'
          ${driverId === null ? sql`` : sql`and driver_id = any(array(select own_records(standing_record(${driverId}))))`}
        group by driver_id) records join drivers on drivers.id = driver_id group by person) own
    join drivers d on d.id = own.person
    left join (
      select distinct on (person) person, elsewhere_cents, contributes, said_at
      from (select standing_record(driver_id) as person, ordinal, elsewhere_cents, contributes, said_at
        from other_incomes where year = ${year}) every
      order by person, ordinal desc) said on said.person = d.id
    order by own.total desc, d.ref)`
  return {
    ask: (on) => sql`(select (select to_json(one) from ${settings.ask(on)} one) as settings,
      (select coalesce(json_agg(one), '[]') from ${found} one) as found)`,
    read: (row) => {
      const rules = settings.read(row.settings)
      return row.found.map(({ ours, elsewhere, contributes, said, ...driver }): DriverDependence => {
        const known = {
          ours: cents(ours),
          elsewhere: elsewhere === null ? null : cents(elsewhere),
          contributes: contributes ?? true,
        }
        return { driver, ...known, ...dependenceOf(known, rules), rules, saidAt: momentOf(said) }
      })
    },
  }
}

function lastWeek(until: Temporal.PlainDate): Week {
  return weekAt(until.toZonedDateTime(ZONE).toInstant())
}
