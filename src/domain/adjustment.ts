import { type Cents, ZERO, minus, sum } from './money.ts'
import type { Adjustment, Change, Line, LineCode, RowId, Step, WeekCode } from './settlement-types.ts'
import { type Week, nextWeek } from './week.ts'

/** Difference between the result that an issued week would have now and the amounts of its statement and later adjustments: cents, signed as the driver sees them. */
export type Difference = { amount: Cents; changes: readonly Change[]; came: readonly RowId[]; gone: readonly RowId[] }

/**
 * Works out what a frozen week still owes, or is still owed (`docs/decisions/010-adjustments.md`): compares its lines
 * as they come out `today` under the frozen terms with the frozen lines plus every difference `accepted` since, in the
 * order of acceptance. `null` when nothing is owed either way. The accepted ones are counted so that a second late
 * file, or a second acceptance, does not count the first one again.
 */
export function differenceOf(
  frozen: readonly Line[],
  accepted: readonly Pick<Adjustment, 'changes' | 'came' | 'gone'>[],
  today: readonly Line[],
): Difference | null {
  const issued = sumByCode([...frozen.flatMap(partsOf), ...accepted.flatMap(movesOf)])
  const now = sumByCode(today.flatMap(partsOf))

  const changes = [...new Set([...issued.keys(), ...now.keys()])]
    .map((code) => changeOf(code, issued.get(code) ?? NOTHING, now.get(code) ?? NOTHING))
    .filter(({ from, to, cash }) => from !== to || cash !== undefined)
  const amount = sum(changes.map(({ from, to }) => sum([to, minus(from)])))
  if (amount === 0) return null

  // List only the rows behind a line that moved: a newer report replaces all of its rows although it changes only a
  // few.
  const changedCodes = new Set<LineCode>(changes.map(({ code }) => code))
  const known = new Set(rowsOf(frozen))
  const mayGo = new Set(rowsOf(frozen, changedCodes))
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
    came: rowsOf(today, changedCodes).filter((row) => !known.has(row)),
    gone: [...mayGo].filter((row) => !rowsNow.has(row)),
  }
}

/**
 * Makes the adjustment that takes off, when a week is issued again, what a later statement has already settled of it:
 * the new statement has the late rows in its own lines, so what was paid for them elsewhere must not count twice.
 * `null` where nothing was.
 */
export function adjustmentForLaterSettlement(accepted: readonly Pick<Adjustment, 'changes'>[]): Adjustment | null {
  const changes = [...sumByCode(accepted.flatMap(movesOf))]
    .map(([code, paid]) => changeOf(code, paid, NOTHING))
    .filter(({ from, cash }) => from !== 0 || cash !== undefined)
  if (changes.length === 0) return null
  const amount = minus(sum(changes.map(({ from }) => from)))
  return { id: null, kind: 'settled', amount, reason: '', about: null, changes, came: [], gone: [] }
}

/**
 * Lists what an accepted dispute corrects of the contested line, so that the money counts like that line: in the driver's
 * receipt, on its account and in what is invoiced apart (`docs/decisions/026`). `amount` is what the office gives back, or
 * takes, in cents. Empty for a line that is not the week's own: an instalment or a fine is in no receipt.
 */
export function changesOfContested(line: Pick<Line, 'code' | 'amount'>, amount: Cents): Change[] {
  return isOwn(line.code) ? [{ code: line.code, from: line.amount, to: sum([line.amount, amount]) }] : []
}

/**
 * Finds the week in which something of a driver is settled: the first week from `from` on that is open for the driver
 * (`rulings.md` K.6). `newest` is the newest week in which anybody has a statement. A week is closed when the driver
 * has a statement in it; when it is not after `newest` and the driver had no part in it, because nobody opens it again;
 * and when it is before the driver's first terms, where the driver has terms from later on.
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
 * Makes the adjustment for what one instalment plan asks in one week. `due` is a positive size in cents, `since` the
 * day the plan was agreed (ISO). The line that comes out is `adjustment.plan` in group G; its `adjustment.plan` says
 * what was due and what is left in the plan, and its amount is what was taken (0 or less).
 */
export function instalment(plan: NonNullable<Adjustment['plan']>, due: Cents, reason: string): Adjustment {
  return { id: null, kind: 'plan', amount: minus(due), reason, about: null, changes: [], came: [], gone: [], plan }
}

/** Whether a line is an adjustment: it settles an earlier week, an instalment or a reward, or the office wrote it. */
export function isAdjustment(code: LineCode): boolean {
  return code.startsWith('adjustment.')
}

/** Amount that a line adds to one code, and the cash in hand that goes with it, in cents. */
type Part = { code: WeekCode; amount: Cents; cash: Cents }

const NOTHING = { amount: ZERO, cash: ZERO }

/**
 * Splits a line by the codes it counts under: a line of the week itself under its own code, `settled` under the codes
 * of its changes, any other line under none.
 */
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

/** Cash in hand that the steps of an income line take off, in cents. */
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

/**
 * Whether a line is the week's own. Receipt lines are not: they belong to the driver's receipt, and what an earlier
 * week left open of it goes on to the next receipt.
 */
function isOwn(code: LineCode): code is WeekCode {
  return !code.startsWith('balance.') && !code.startsWith('receipt.') && !isAdjustment(code)
}

/** Lists the rows behind the week's own lines, each once; with `codes`, only those behind lines with these codes. */
function rowsOf(lines: readonly Line[], codes?: ReadonlySet<LineCode>): RowId[] {
  const ownLines = lines.filter(({ code }) => isOwn(code) && (codes?.has(code) ?? true))
  return [...new Set(ownLines.flatMap(({ rows }) => rows))]
}

function sumByCode(parts: readonly Part[]): Map<WeekCode, Omit<Part, 'code'>> {
  const sums = new Map<WeekCode, Omit<Part, 'code'>>()
  for (const { code, amount, cash } of parts) {
    const known = sums.get(code) ?? NOTHING
    sums.set(code, { amount: sum([known.amount, amount]), cash: sum([known.cash, cash]) })
  }
  return sums
}
