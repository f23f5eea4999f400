import { EXAMPLE_PLAN, EXAMPLE_WEEK, exampleStatement } from '#domain/example-week.ts'
import type { FinancialSettings } from '#domain/financial-settings.ts'
import { minus } from '#domain/money.ts'
import { FOLDS } from '#domain/settlement-folds.ts'
import type { Line, LineGroup } from '#domain/settlement-types.ts'
import { executionDay } from '#domain/target-day.ts'
import { type Week, monday, nextWeek } from '#domain/week.ts'
import type { MessageParams, Translator } from '#messages/catalogue.ts'
import { formatDay, weekNumber } from '#messages/dates.ts'
import { formatAmount, formatPercent } from '#messages/numbers.ts'
import { formulaOf } from './formula.ts'

/** A line of the example on the home page: its name, its amount in cents, and its calculation. */
export type ExampleLine = { label: string; amount: number; formula: string; words: string; source: string }

/** The names of a renter's lines, among the words of the page. */
const NAMES = {
  'income.uber': 'uber',
  'income.bolt': 'bolt',
  'vat.trips': 'vat',
  'fee.percent': 'fee',
  'vehicle.rent': 'rent',
  'energy.fuel': 'fuel',
  tolls: 'tolls',
  'adjustment.plan': 'instalment',
} as const
type Name = (typeof NAMES)[keyof typeof NAMES] | 'receipt'

const isNamed = (code: string): code is keyof typeof NAMES => Object.hasOwn(NAMES, code)

/**
 * The example statement in words, dated as if it were of `week`: every figure is an input or a result of `settle`, and
 * none depends on the week.
 */
export function tellStatement(settings: FinancialSettings, week: Week, t: Translator) {
  const { language } = t
  const { settlement, instalment, cash, tolls } = exampleStatement(settings)
  const { lines, groups, net, receiptValue } = settlement
  const amount = (cents: number) => formatAmount(cents, language)

  const params: Partial<Record<Name, MessageParams>> = {
    vat: { rate: formatPercent(settings.transportVat, language) },
    fee: { rate: formatPercent(settings.rentalFee, language), week: weekNumber(week) },
    rent: { days: EXAMPLE_WEEK.daysHeld },
    fuel: { count: EXAMPLE_WEEK.costs.filter(({ kind }) => kind === 'fuel').length },
    tolls: {
      charged: amount(tolls.charged),
      refunded: amount(tolls.refunded),
      rest: amount(tolls.charged - tolls.refunded),
    },
    instalment: {
      number: instalment.number,
      count: EXAMPLE_PLAN.count,
      total: amount(EXAMPLE_PLAN.total),
      due: amount(instalment.due),
      after: amount(instalment.after),
    },
    receipt: {
      net: amount(net),
      instalment: amount(minus(groups.adjustments)),
      cash: amount(cash),
      receipt: amount(receiptValue),
    },
  }
  const exampleLine = (name: Name, cents: number, formula: string): ExampleLine => ({
    label: t(`page.home.statement.${name}.label`, params[name]),
    amount: cents,
    formula: formula || (t.find(`page.home.statement.${name}.formula`, params[name]) ?? ''),
    words: t(`page.home.statement.${name}.words`, params[name]),
    source: t(`page.home.statement.${name}.source`, params[name]),
  })
  const linesOf = (fold: readonly LineGroup[]) =>
    lines
      .filter(({ group }) => fold.includes(group))
      .flatMap((line: Line) =>
        isNamed(line.code) ? [exampleLine(NAMES[line.code], line.amount, formulaOf(line.steps, language))] : [],
      )

  return {
    /** The day on which the bank would be asked to pay it. */
    day: formatDay(executionDay(monday(nextWeek(week)), settings.payDay).toString(), language),
    net,
    groups: (['earnings', 'costs', 'adjustments'] as const).map((fold) => ({
      fold,
      sum: groups[fold],
      lines: linesOf(FOLDS[fold]),
    })),
    receipt: exampleLine('receipt', receiptValue, ''),
  }
}
