import fc from 'fast-check'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { type Goal, type Period, goalPeriod, prizeOf } from '#domain/goal.ts'
import { cents } from '#domain/money.ts'
import { nextWeek } from '#domain/week.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { listFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { NEXT_WEEK, WEEK, aFleet, makeChange, drop, dropPublicSet, edited, publicFile } from '#test/factories.ts'
import { changeGoal, writeGoal } from './commands.server.ts'
import { listGoals } from './queries.server.ts'
import type { GoalVersion } from './schema.ts'
import { readProgress } from './progress.server.ts'
import { tries } from '#test/tries.ts'

/** `VOLANTE_MONTHS` for more lives before a release; `VOLANTE_SEED` repeats one. */
const LIVES = Number(process.env['VOLANTE_MONTHS'] ?? tries(6))
const SEED = process.env['VOLANTE_SEED'] ? { seed: Number(process.env['VOLANTE_SEED']) } : {}

const ACTS = ['approve', 'void', 'file', 'change'] as const
const act = fc.record({ kind: fc.constantFrom(...ACTS), who: fc.nat(), trips: fc.integer({ min: 0, max: 150 }) })
const life = fc.record({
  isMonthly: fc.boolean(),
  stacking: fc.constantFrom('best', 'sum' as const),
  acts: fc.array(act, { minLength: 6, maxLength: 14 }),
})

/**
 * Approves, voids and changes at random while later files come. Once everything is issued, everybody was paid what the
 * goal says of the last file, and nobody twice.
 */
test('lives of approvals, voids, files and changes pay each prize once', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(life, async ({ isMonthly, stacking, acts }) => {
      await aFleet()
      await dropPublicSet()
      // The period of a weekly goal is the public week; of a monthly one June 2026, which begins with it.
      const period = isMonthly ? 'month' : 'week'
      const end = isMonthly ? nextWeek(WEEK, 3) : WEEK
      const goal: Goal = {
        criterion: 'trips',
        period,
        stacking,
        from: WEEK,
        until: null,
        levels: [40, 80, 120].map((threshold, at) => ({ threshold, reward: cents((at + 1) * 10_00) })),
      }
      const audience = { regimes: [], car: 'any', minWeeks: null, maxWeeks: null, drivers: [] } as const
      const written = { ...goal, name: 'Semana cheia', nameEn: null, audience, reason: 'Combinado' }
      const id = await makeChange((change) => writeGoal(change, written))
      let open = WEEK
      let said = publicFile('driver_activity')
      let isChanged = false

      for (const { kind, who, trips } of acts) {
        if (kind === 'approve') {
          await makeChange((change) => approveWeek(change, open, { leaveUnmatched: true })).catch(refusalOnly)
          open = nextWeek(open)
        }
        if (kind === 'void') {
          const weeks = await db
            .selectFrom('settlements')
            .select('id')
            .where('state', '=', 'approved')
            .orderBy('id')
            .execute()
          const one = weeks[who % Math.max(weeks.length, 1)]
          if (one) await makeChange((change) => voidSettlement(change, one.id, 'Faltava um ficheiro'))
        }
        if (kind === 'file') {
          const lines = textLines(said)
          const row = 1 + (who % (lines.length - 1))
          const [uuid, first, last, , ...rest] = lines[row]!.split(',')
          const next = lines.with(row, [uuid, first, last, String(trips), ...rest].join(',')).join('\n')
          if (next !== lines.join('\n')) said = edited(said, () => `${next}\n`)
          await drop([said])
        }
        if (kind === 'change' && !isChanged) {
          isChanged = true
          const later = {
            ...written,
            from: nextWeek(end, isMonthly ? 1 : 2),
            levels: [{ threshold: 1, reward: cents(99_00) }],
          }
          await makeChange((change) => changeGoal(change, id, later))
        }
        expect((await examineBooks()).filter(({ broken }) => broken > 0)).toEqual([])
        const periods = [WEEK, open].flatMap((week) => goalPeriod(goal, week) ?? [])
        await expectAsReadAnew((await listGoals()).flatMap((one) => periods.map((at) => ({ goal: one, period: at }))))
      }

      // Issue whatever is still open; the week after corrects what came late.
      for (let week = WEEK; week < nextWeek(WEEK, 6) || week <= open; week = nextWeek(week)) {
        await makeChange((change) => approveWeek(change, week, { leaveUnmatched: true })).catch(refusalOnly)
      }
      const newest = (
        await db.selectFrom('settlements').select('week').orderBy('week', 'desc').executeTakeFirstOrThrow()
      ).week
      expect(newest >= NEXT_WEEK).toBe(true)
      expect((await examineBooks()).filter(({ broken }) => broken > 0)).toEqual([])

      const first = (await listGoals()).at(-1)!
      const owners = await db
        .selectFrom('source_keys')
        .select(['value', 'driver_id'])
        .where('source', '=', 'uber')
        .execute()
      const paid = await db
        .selectFrom('adjustments')
        .select(['driver_id', ({ fn }) => fn.sum<number>('amount_cents').as('cents')])
        .where('goal_id', '=', first.id)
        .where('goal_first', '=', WEEK)
        .where('state', '=', 'accepted')
        .groupBy('driver_id')
        .execute()
      const wanted = textLines(said)
        .slice(1)
        .map((line) => {
          const [uuid, , , trips] = line.split(',')
          return [
            owners.find(({ value }) => value === uuid!.toLowerCase())?.driver_id,
            prizeOf(goal, Number(trips)),
          ] as const
        })
        .filter(([driver]) => driver)
      const found = wanted.map(([driver]) => [driver, Number(paid.find((one) => one.driver_id === driver)?.cents ?? 0)])
      expect(found).toEqual(wanted.map(([driver, prize]) => [driver, prize]))
      expect(paid.length).toBeLessThanOrEqual(wanted.length)
      expect((await listFrozen(end)).size).toBeGreaterThan(0)
    }),
    { numRuns: LIVES, ...SEED },
  )
})

/** Compares the kept figures of everybody with those worked out for each person, which are never kept. */
async function expectAsReadAnew(asked: { goal: GoalVersion; period: Period }[]): Promise<void> {
  const drivers = await db.selectFrom('drivers').select('id').execute()
  const ids = drivers.map(({ id }) => id)
  const shown = async (only: readonly string[] | null) =>
    (await readProgress(asked, db, only)).map((one) =>
      one.drivers.map(({ idIn, ...of }) => ({ ...of, id: idIn(WEEK) })),
    )
  expect(await shown(null)).toEqual(await shown(ids))
}

function textLines({ bytes }: { bytes: Uint8Array }): string[] {
  return new TextDecoder().decode(bytes).trimEnd().split('\n')
}

/** Lets the refusal of a week without drivers pass, and no other error. */
function refusalOnly(error: unknown): void {
  if ((error as { code?: string }).code !== 'week.empty') throw error
}
