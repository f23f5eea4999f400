import { expect, test } from 'vitest'
import type { OwnDriverId } from '#domain/access.ts'
import { cents } from '#domain/money.ts'
import { findOwnDependence, yearOf } from '#features/accounting/dependence/queries.server.ts'
import { findOwnYear } from '#features/accounting/exemptions/queries.server.ts'
import { writeGoal } from '#features/adjustments/goals/commands.server.ts'
import { listOwnGoals } from '#features/adjustments/goals/queries.server.ts'
import { listOwnContracts } from '#features/contracts/queries.server.ts'
import { listOwnPapers } from '#features/papers/queries.server.ts'
import { readFirstRide } from '#features/papers/readiness/queries.server.ts'
import { findOwnReceipt } from '#features/payments/green-receipts/queries.server.ts'
import { openPlan } from '#features/plans/commands.server.ts'
import { getDriverHome, listOwnStatements } from '#features/statements/queries.server.ts'
import { MONDAY, NEXT_WEEK, WEEK, anApprovedWeek, asOwner, makeChange } from '#test/factories.ts'
import { statementsOf } from '#test/statements.ts'

/** How many rows each SQL statement answers, by its text. */
async function rowsRead(work: () => Promise<unknown>): Promise<Map<string, number>> {
  const read = new Map<string, number>()
  for (const { words, rows } of await statementsOf(work)) read.set(words, (read.get(words) ?? 0) + rows)
  return read
}

/** Adds forty other drivers, each with everything that one driver has. */
const withOthers = (driver: string) => `
  create temp table others as select gen_random_uuid() as id, 'X' || place as ref, place from generate_series(1, 40) place;
  do $$
  declare name text; columns text; own jsonb;
  begin
    foreach name in array array['drivers', 'terms', 'settlements', 'plans', 'papers'] loop
      select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
        where attrelid = name::regclass and attnum > 0 and not attisdropped and attgenerated = '';
      execute format($copy$insert into %1$I (%2$s) overriding system value select %2$s from (
        select (jsonb_populate_record(t, case when %1$L = 'drivers'
          then jsonb_build_object('id', o.id, 'ref', o.ref, 'uid', null, 'email', null, 'phone', null, 'nif', null, 'nif_index', null)
          else jsonb_build_object('driver_id', o.id, 'id', case when %1$L = 'terms' then to_jsonb(1000000 + o.place)
            else to_jsonb(gen_random_uuid()) end) end)).*
        from %1$I t, others o where t.%3$I = '${driver}') copied$copy$,
        name, columns, case when name = 'drivers' then 'id' else 'driver_id' end);
    end loop;
  end $$;
  drop table others`

test('what a driver opens reads that driver: with forty others in the fleet no statement answers more', async () => {
  const fleet = await anApprovedWeek()
  const own = fleet.driver('D1') as OwnDriverId
  for (const ref of ['D1', 'D2'])
    await makeChange((change) =>
      openPlan(change, {
        driverId: fleet.driver(ref),
        kind: 'advance',
        total: cents(500_00),
        count: 10,
        first: NEXT_WEEK,
        reason: 'Oficina',
        skipsIdle: false,
      }),
    )
  await makeChange((change) =>
    writeGoal(change, {
      name: 'Semana cheia',
      nameEn: 'Full week',
      criterion: 'trips',
      period: 'week',
      stacking: 'best',
      levels: [{ threshold: 50, reward: cents(30_00) }],
      from: WEEK,
      until: null,
      reason: 'Combinado',
      audience: { regimes: [], car: 'any', minWeeks: null, maxWeeks: null, drivers: [] },
    }),
  )
  const now = MONDAY.add({ hours: 24 })
  const open = () =>
    rowsRead(async () => {
      await listOwnStatements(own)
      await findOwnYear(own, 2026)
      await findOwnDependence(own, yearOf(now))
      await getDriverHome(own, 'pt', now)
      await findOwnReceipt(own, WEEK)
      await readFirstRide(own, now)
      await listOwnGoals(own, now)
      await listOwnContracts(own)
      await listOwnPapers(own, now)
    })
  const before = await open()

  await asOwner(withOthers(fleet.driver('D2')))
  const after = await open()
  const longer = [...after].flatMap(([words, rows]) =>
    rows > (before.get(words) ?? 0)
      ? [`${before.get(words) ?? 0} → ${rows}: ${words.replaceAll(/\s+/g, ' ').slice(0, 300)}`]
      : [],
  )
  expect(longer).toEqual([])
})
