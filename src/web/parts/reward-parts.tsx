import type { CommissionRule, Side } from '#domain/commission.ts'
import { type Cents, ZERO, cents } from '#domain/money.ts'
import type { FeeOfWeek } from '#features/adjustments/fees/schema.ts'
import type { ReferralView } from '#features/adjustments/referrals/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatMoney, formatPercent, formatRate } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'

/** A rule in sentences, in the order in which people ask: how much, from when, after what, and what undoes it. */
export function ruleSentences(rule: CommissionRule | null, t: Translator): string[] {
  if (rule === null) return [t('page.rewards.rules.none')]
  const money = (amount: number) => formatMoney(amount, t.language)
  const { pays, weeks, first, minWeeks, minTrips, hold, cap, clawback } = rule
  return [
    pays.kind === 'percent'
      ? t('page.rewards.rules.percent', {
          rate: formatPercent(pays.rate, t.language),
          base: t(`page.rewards.bases.${pays.base}`),
          count: weeks,
        })
      : weeks === 1
        ? t('page.rewards.rules.fixedOnce', { amount: money(pays.amount) })
        : t('page.rewards.rules.fixed', { amount: money(pays.amount), count: weeks }),
    ...(first > 1 ? [t('page.rewards.rules.first', { count: first })] : []),
    t('page.rewards.rules.minWeeks', { count: minWeeks }),
    ...(minTrips > 0 ? [t('page.rewards.rules.minTrips', { count: minTrips })] : []),
    ...(hold > 0 ? [t('page.rewards.rules.hold', { count: hold })] : []),
    ...(cap === null ? [] : [t('page.rewards.rules.cap', { amount: money(cap) })]),
    ...(clawback > 0 ? [t('page.rewards.rules.clawback', { count: clawback })] : []),
  ]
}

const TONES: Record<string, StateTone> = {
  waiting: 'info',
  held: 'info',
  earned: 'todo',
  paid: 'ok',
  'taken-back': 'warn',
  none: 'plain',
}

/** The state of one side of a referral: `paid` only once everything earned is paid. */
export function stateOfReward({ idle, sides }: ReferralView, side: Side) {
  const { rule, earned, paid } = sides[side]
  if (idle !== null) return idle
  if (rule === null) return 'none'
  return earned.amount > 0 && paid >= earned.amount && earned.state === 'earned' ? 'paid' : earned.state
}

/**
 * The amount that a referral can still bring its referrer, beside the amount paid, if the referred driver keeps driving; zero if it was
 * taken back or has no rule.
 */
export function stillExpected({ sides: { referrer } }: Pick<ReferralView, 'sides'>): Cents {
  const { rule, earned, paid } = referrer
  return rule === null || earned.state === 'taken-back' || paid >= rule.most ? ZERO : cents(rule.most - paid)
}

export function RewardState({ referral, side }: { referral: ReferralView; side: Side }) {
  const t = useT()
  const state = stateOfReward(referral, side)
  return <State tone={TONES[state] ?? 'warn'}>{t(`page.rewards.states.${state}`)}</State>
}

/** The fee rule by which a week was charged, with the figures of a percentage. */
export function feeRule({ mode, base, rate }: FeeOfWeek, t: Translator): string {
  if (mode !== 'percent') return t(`page.rewards.fees.${mode}`)
  if (base === null || rate === null) return t('page.rewards.fees.percentOther')
  return t('page.rewards.fees.percent', { rate: formatPercent(rate, t.language), base: formatMoney(base, t.language) })
}

/** The fee as a share of what the platforms paid; a dash if they paid nothing. */
export function rateWords({ fee, income }: { fee: number; income: number }, t: Translator): string {
  return income > 0 ? formatRate(Math.round((fee * 10_000) / income), t.language) : '–'
}
