import { type Interest, affordableInstalment, chargeOn } from './interest.ts'
import { type BasisPoints, type Cents, ZERO, cents, minus, share, sum } from './money.ts'
import { line, total } from './settlement-lines.ts'
import { changeStep, note, rateStep, term, terms } from './settlement-steps.ts'
import type { Adjustment, AdjustmentKind, DriverWeek, Line, RowId, Step } from './settlement-types.ts'

/**
 * Makes the lines F and G of a week whose other lines are `own` (`rulings.md` C.9): what is charged and settled, and
 * how much of it has to wait. Together they take at most the ceiling's share of what the week leaves the driver.
 * Carried debt comes first, then fines, damages and the rest; the part of these that does not fit stays owed in the
 * current account, and one line gives it back. Instalments come last, the oldest plan first, each with its charge as
 * far as there is room; the rest stays in its plan.
 *
 * A week that leaves nothing has no room for instalments, except for what is credited to the driver; all the rest goes
 * on to the next week with the debt. A line that only undoes another statement (`settled`) is no deduction. Without a
 * ceiling everything is taken in full.
 */
export function deductionLines(week: DriverWeek, own: readonly Line[]): Line[] {
  const { ceiling } = week.terms
  const charges = [
    ...adjustmentLines(week.adjustments, 'F'),
    carriedLine(week.carriedBalance),
    ...adjustmentLines(week.adjustments, 'G'),
  ]
  const instalments = week.adjustments.filter((adjustment) => adjustment.kind === 'plan').toSorted(byAge)
  if (ceiling === undefined || ceiling === null) return [...charges, ...instalmentLines(instalments, null)]

  const isUndoing = ({ code }: Line) => code === 'adjustment.settled'
  const left = sum([total(own), total(charges.filter(isUndoing))])
  const most = left > 0 ? share(left, ceiling) : ZERO
  const due = minus(total(charges.filter((charge) => !isUndoing(charge))))
  const waits = left > 0 ? cents(Math.max(due - most, 0)) : ZERO
  const room = { left, ceiling, used: due, open: cents(Math.max(most - due, 0)) }
  return [...charges, deferredLine(left, ceiling, due, waits), ...instalmentLines(instalments, room)]
}

/** Makes the lines H: prizes and rewards. */
export function prizeLines(adjustments: readonly Adjustment[]): Line[] {
  return adjustmentLines(adjustments, 'H')
}

function deferredLine(left: Cents, ceiling: BasisPoints, due: Cents, waits: Cents): Line {
  const steps = [
    term('week-left', left),
    rateStep('deduction-ceiling', ceiling, minus(share(left, ceiling))),
    term('deductions', due),
    note('rest-stays-owed'),
  ]
  return line('G', 'balance.deferred', waits, steps, [])
}

/** Orders instalments by the age of their plan; those agreed on one day keep the order of the week, in which they were agreed. */
function byAge(a: Adjustment, b: Adjustment): number {
  const [since, before] = [a.plan?.since ?? '', b.plan?.since ?? '']
  if (since === before) return 0
  return since < before ? -1 : 1
}

/** Room under a ceiling, in cents: what the week leaves, the part already used, and the part still open. */
type Room = { left: Cents; ceiling: BasisPoints; used: Cents; open: Cents }

/**
 * Makes one line for each instalment, with what it leaves in its plan, and one for its charge where the plan bears
 * interest. `room` is what may still be taken, `null` for no limit.
 */
function instalmentLines(instalments: readonly Adjustment[], room: Room | null): Line[] {
  let roomLeft = room
  return instalments.flatMap((instalment) => {
    const due = minus(instalment.amount)
    const interest = instalment.plan?.interest
    const { taken, charge } = fitInstalment(due, roomLeft?.open ?? null, interest)
    const cut = instalmentLine(instalment, due, taken, roomLeft)
    if (roomLeft !== null) {
      const amountTaken = sum([taken, charge])
      roomLeft = {
        ...roomLeft,
        used: sum([roomLeft.used, amountTaken]),
        open: sum([roomLeft.open, minus(amountTaken)]),
      }
    }
    return [cut, ...(interest ? [chargeLine(instalment, interest, taken, charge)] : [])]
  })
}

/**
 * Works out how much of an instalment and its charge fits into `open` (`null` for no limit), in cents. An instalment
 * that is cut uses all that is open. Where the last cent would not pay for one more cent of instalment with its charge,
 * it pays charge ahead; otherwise a more expensive week could leave the driver more.
 */
export function fitInstalment(
  due: Cents,
  open: Cents | null,
  interest: Interest | undefined,
): { taken: Cents; charge: Cents } {
  if (!interest) return { taken: open === null ? due : cents(Math.min(due, open)), charge: ZERO }
  const whole = { taken: due, charge: chargeOn(due, interest) }
  if (open === null || sum([whole.taken, whole.charge]) <= open) return whole
  const taken = affordableInstalment(due, open, interest)
  return { taken, charge: sum([open, minus(taken)]) }
}

function instalmentLine(
  { id, amount, reason, about, gone, plan }: Adjustment,
  due: Cents,
  taken: Cents,
  room: Room | null,
): Line {
  const left = sum([due, minus(taken)])
  const steps = left === 0 || room === null ? [term('instalment-due', amount)] : cutSteps(due, taken, room)
  return {
    ...line('G', 'adjustment.plan', minus(taken), steps, []),
    adjustment: { id, reason, about, gone, plan: { id: plan?.id ?? '', due, left, reason } },
  }
}

/**
 * Explains an instalment that the ceiling cuts: what the ceiling leaves open, less what the charge needs. In a week
 * that leaves nothing, only what was credited to the driver is open.
 */
function cutSteps(due: Cents, taken: Cents, { left, ceiling, used, open }: Room): Step[] {
  const stays = sum([due, minus(taken)])
  if (open === 0) {
    return [term('instalment-due', minus(due)), term('instalment-left', stays), note('ceiling-leaves-nothing')]
  }
  const forCharge = sum([open, minus(taken)])
  const ofWeek = [term('week-left', left), rateStep('deduction-ceiling', ceiling, minus(share(left, ceiling)))]
  return [
    ...(left > 0 ? ofWeek : []),
    ...(used === 0 ? [] : [term('deductions', used)]),
    ...(forCharge === 0 ? [] : [term('kept-for-charge', forCharge)]),
    note('rest-stays-in-the-plan', stays),
  ]
}

/**
 * Makes the line of a charge: the rate on everything repaid so far, less what was charged before. The sum over the
 * weeks is therefore exact, also after a cent that was charged ahead.
 */
function chargeLine({ id, reason, about, gone, plan }: Adjustment, of: Interest, taken: Cents, charge: Cents): Line {
  const repaid = sum([of.repaid, taken])
  const whole = share(repaid, of.rate)
  const steps = [
    term('instalments-taken', minus(repaid)),
    rateStep('plan-interest', of.rate, minus(whole)),
    ...terms(null, [
      ['interest-charged', of.charged],
      ['charged-ahead', sum([whole, minus(of.charged), minus(charge)])],
    ]),
  ]
  return {
    ...line('G', 'adjustment.interest', minus(charge), steps, []),
    adjustment: { id, reason, about, gone, plan: { id: plan?.id ?? '', due: charge, left: ZERO, reason } },
  }
}

/** Makes the line G of what earlier weeks left between driver and operator, either way. It moves the payment and is not posted again. */
function carriedLine(carriedBalance: Cents): Line {
  return line(
    'G',
    'balance.carried',
    carriedBalance,
    [
      term('carried', carriedBalance),
      note(carriedBalance > 0 ? 'credit-not-posted-again' : 'carried-not-posted-again'),
    ],
    [],
  )
}

/**
 * Group of each kind of adjustment: fines and damages are charges, prizes are earned, the rest is between driver and
 * operator (`rulings.md` C.9, C.10).
 */
const ADJUSTMENT_GROUPS: Readonly<Record<Exclude<AdjustmentKind, 'plan'>, 'F' | 'G' | 'H'>> = {
  fine: 'F',
  damage: 'F',
  advance: 'G',
  other: 'G',
  late: 'G',
  settled: 'G',
  prize: 'H',
  referral: 'H',
  goal: 'H',
}

/** Makes the lines of one group, F, G or H: one for each decision of the office, in the order of the decisions. */
function adjustmentLines(adjustments: readonly Adjustment[], group: 'F' | 'G' | 'H'): Line[] {
  return adjustments.flatMap(({ id, kind, amount, reason, about, changes, came, gone, reward }) => {
    if (kind === 'plan' || ADJUSTMENT_GROUPS[kind] !== group) return []
    const steps = reward ? rewardSteps(reward) : adjustmentSteps(kind, amount, changes)
    return [
      {
        ...line(group, `adjustment.${kind}`, amount, steps, inOrder([...came, ...gone])),
        adjustment: { id, reason, about, gone },
      },
    ]
  })
}

/** One collator for all comparisons: making one for each pair of rows is slow. */
const ROW_ORDER = new Intl.Collator('en', { numeric: true })

/** Sorts rows by id, which is the order of the files: a frozen line reads them back in the same order. */
function inOrder(rows: readonly RowId[]): RowId[] {
  return rows.toSorted(ROW_ORDER.compare)
}

/** Explains a reward: what it came to in all, less what other statements paid of it. */
function rewardSteps({ earned, given, goal }: NonNullable<Adjustment['reward']>): Step[] {
  return [
    ...(goal ? [{ kind: 'goal', ...goal } as const] : []),
    term('reward-earned', earned),
    ...terms(null, [['reward-given', minus(given)]]),
  ]
}

function adjustmentSteps(kind: AdjustmentKind, amount: Cents, changes: Adjustment['changes']): Step[] {
  if (kind === 'late') return [...changes.map(changeStep), note('came-after-the-statement')]
  if (kind === 'settled') return [...changes.map(changeStep), note('settled-on-another-statement')]
  // Without changes the office wrote it by itself; with them it corrects a line that the driver contested.
  return changes.length > 0 ? changes.map(changeStep) : [term('written', amount)]
}
