import { type Cents, ZERO, minus, sum } from './money.ts'
import type { Adjustment, Change, Line, LineCode, RowId, Step, WeekCode } from './settlement-types.ts'
import { type Week, nextWeek } from './week.ts'

/** What an issued week would come to now, less what its statement and later adjustments gave: cents, signed as the driver sees them. */
export type Difference = { amount: Cents; changes: readonly Change[]; came: readonly RowId[]; gone: readonly RowId[] }

/**
 * What is still to be settled of a frozen week (`docs/decisions/010-adjustments.md`): its lines as they come out `today`
 * under the frozen terms, against the frozen lines and everything `accepted` for it since, in the order it was accepted.
 * `null` when nothing is owed either way. Taking the accepted ones off is what keeps a second late file, or a second
 * acceptance, from counting the first one again.
 */
export function differenceOf(
  frozen: readonly Line[],
  accepted: readonly Pick<Adjustment, 'changes' | 'came' | 'gone'>[],
  today: readonly Line[],
): Difference | null {
  const issued = added([...frozen.flatMap(partsOf), ...accepted.flatMap(movesOf)])
  const now = added(today.flatMap(partsOf))

  const changes = [...new Set([...issued.keys(), ...now.keys()])]
    .map((code) => changeOf(code, issued.get(code) ?? NOTHING, now.get(code) ?? NOTHING))
    .filter(({ from, to, cash }) => from !== to || cash !== undefined)
  const amount = sum(changes.map(({ from, to }) => sum([to, minus(from)])))
  if (amount === 0) return null

  // Of the rows only those behind a line that moved: a newer report replaces all of its rows and changes a few.
  const moved = new Set<LineCode>(changes.map(({ code }) => code))
  const known = new Set(rowsOf(frozen))
  const mayGo = new Set(rowsOf(frozen, moved))
  for (const { came, gone } of accepted) {
    for (const row of came) known.add(row)
    for (const row of came) mayGo.add(row)
    for (const row of gone) known.delete(row)
    for (const row of gone) mayGo.delete(row)
  }
  const rowsNow = new Set(rowsOf(today))
  return {
    amount,
    changes,
    came: rowsOf(today, moved).filter((row) => !known.has(row)),
    gone: [...mayGo].filter((row) => !rowsNow.has(row)),
  }
}

/**
 * The other side of what a later statement has already settled of a week that is issued again: its new statement has
 * the late rows in its own lines, so what was paid for them elsewhere is taken off. `null` where nothing was.
 */
export function settledElsewhere(accepted: readonly Pick<Adjustment, 'changes'>[]): Adjustment | null {
  const changes = [...added(accepted.flatMap(movesOf))]
    .map(([code, paid]) => changeOf(code, paid, NOTHING))
    .filter(({ from, cash }) => from !== 0 || cash !== undefined)
  if (changes.length === 0) return null
  const amount = minus(sum(changes.map(({ from }) => from)))
  return { id: null, kind: 'settled', amount, reason: '', about: null, changes, came: [], gone: [] }
}

/**
 * The week that something of a driver goes on: the first from one on that is open for them (`rulings.md` K.6). `newest` is
 * the newest week in which anybody has a statement. Closed is a week in which the driver has one; one up to the newest in which the
 * driver has no part, for nobody opens it again; and one before the first terms of who has terms from later on.
 */
export function openWeek(
  from: Week,
  newest: Week | null,
  driver: { isFrozen: (week: Week) => boolean; isActive: (week: Week) => boolean; firstTerms: Week | null },
): Week {
  const hasTerms = (week: Week) => driver.firstTerms !== null && driver.firstTerms <= week
  const isClosed = (week: Week) => {
    if (driver.isFrozen(week)) return true
    if (newest !== null && week <= newest) return !hasTerms(week) || !driver.isActive(week)
    return driver.firstTerms !== null && !hasTerms(week)
  }
  let week = from
  while (isClosed(week)) week = nextWeek(week)
  return week
}

/**
 * The seam to instalment plans: what is due of one plan in one week, for `adjustments` of the week. `due` is a size in
 * cents, `since` the day the plan was agreed (ISO). The line that comes out is `adjustment.plan` in group G; its
 * `adjustment.plan` tells what was due and what is left in the plan, and its amount is what was taken (0 or less).
 */
export function instalment(plan: NonNullable<Adjustment['plan']>, due: Cents, reason: string): Adjustment {
  return { id: null, kind: 'plan', amount: minus(due), reason, about: null, changes: [], came: [], gone: [], plan }
}

/** Whether a line is an adjustment: what an earlier week left, or the office wrote down. */
export function isAdjustment(code: LineCode): boolean {
  return code.startsWith('adjustment.')
}

/** What a line says of one code, and the cash in hand that goes with it, in cents. */
type Part = { code: WeekCode; amount: Cents; cash: Cents }

const NOTHING = { amount: ZERO, cash: ZERO }

/** A line by the codes it counts under: the week's own as they are, `settled` by its changes, anything else not at all. */
function partsOf({ code, amount, steps }: Line): Part[] {
  if (code === 'adjustment.settled') {
    return steps.flatMap((step) =>
      step.kind === 'change' ? [{ code: step.term, amount: step.amount, cash: step.cash ?? ZERO }] : [],
    )
  }
  if (!isOwn(code)) return []
  const isIncome = code === 'income.uber' || code === 'income.bolt'
  return [{ code, amount, cash: isIncome ? cashIn(steps) : ZERO }]
}

/** The cash that the steps of an income line take off. */
function cashIn(steps: readonly Step[]): Cents {
  return minus(sum(steps.flatMap((step) => (step.kind === 'term' && step.term === 'cash-kept' ? [step.amount] : []))))
}

function movesOf({ changes }: Pick<Adjustment, 'changes'>): Part[] {
  return changes.map(({ code, from, to, cash = ZERO }) => ({ code, amount: sum([to, minus(from)]), cash }))
}

function changeOf(code: WeekCode, from: Omit<Part, 'code'>, to: Omit<Part, 'code'>): Change {
  const cash = sum([to.cash, minus(from.cash)])
  return { code, from: from.amount, to: to.amount, ...(cash === 0 ? {} : { cash }) }
}

/** A receipt is the driver's own paper: what was carried of it moves with the next one. */
function isOwn(code: LineCode): code is WeekCode {
  return !code.startsWith('balance.') && !code.startsWith('receipt.') && !isAdjustment(code)
}

/** The rows under the week's own lines, each once; under those of some codes only, where they are named. */
function rowsOf(lines: readonly Line[], codes?: ReadonlySet<LineCode>): RowId[] {
  const own = lines.filter(({ code }) => isOwn(code) && (codes?.has(code) ?? true))
  return [...new Set(own.flatMap(({ rows }) => rows))]
}

function added(parts: readonly Part[]): Map<WeekCode, Omit<Part, 'code'>> {
  const sums = new Map<WeekCode, Omit<Part, 'code'>>()
  for (const { code, amount, cash } of parts) {
    const known = sums.get(code) ?? NOTHING
    sums.set(code, { amount: sum([known.amount, amount]), cash: sum([known.cash, cash]) })
  }
  return sums
}
