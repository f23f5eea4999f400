import type { Doubt } from '#domain/bank-match.ts'
import type { MovementRow, NamedMatch, Names, PaymentName } from '#features/bank/matches/schema.ts'
import { firstOf } from '#domain/certain.ts'
import { cents } from '#domain/money.ts'
import { readWeek } from '#domain/week.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { list } from '#web/parts/list.ts'
import { Money } from '#web/parts/money.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { accountName } from './bank-words.ts'

/** A movement with the names in its answer or its proposal. */
export type NamedMovement = MovementRow & Omit<Names, 'others'>

type Stage = 'done' | 'proposed' | 'asked'

export function stageOf({ answer, proposal }: MovementRow): Stage {
  return answer ? 'done' : proposal?.say === 'asked' || !proposal ? 'asked' : 'proposed'
}

export const STAGE_TONES: Record<Stage, StateTone> = { done: 'ok', proposed: 'info', asked: 'warn' }

/** The movements, for the page and for a file. */
export const MOVEMENTS = list({
  place: '/admin/bank',
  words: (word) => `page.bank.${word}`,
  searchTexts: ({ text, party, account, who, names, amount }: NamedMovement) => [
    text,
    party,
    account.label,
    who,
    ...names.map(({ name }) => name),
    (Math.abs(amount) / 100).toFixed(2).replace('.', ','),
  ],
  views: {
    asked: { words: 'page.bank.stages.asked', holds: (row) => stageOf(row) === 'asked' },
    proposed: { words: 'page.bank.stages.proposed', holds: (row) => stageOf(row) === 'proposed' },
    done: { words: 'page.bank.stages.done', holds: (row) => stageOf(row) === 'done' },
  },
  first: { by: 'day', descending: true },
  groups: ['day', 'what', 'account', 'state'],
  columns: {
    day: {
      value: ({ booked }) => booked,
      kind: 'day',
      cell: ({ booked }, t) => formatDayShort(booked, t.language),
      sorts: true,
    },
    text: { value: ({ text }) => text, sorts: true },
    what: { value: (row, t) => whatIs(t, row), cell: (row, t) => whatIs(t, row) },
    state: {
      value: (row, t) => t(`page.bank.stages.${stageOf(row)}`),
      // A movement that is answered shows no state.
      cell: (row, t) =>
        row.answer ? '' : <State tone={STAGE_TONES[stageOf(row)]}>{t(`page.bank.stages.${stageOf(row)}`)}</State>,
    },
    account: { value: (row, t) => accountName(t, row.account), wideOnly: true, sorts: true },
    amount: {
      value: ({ amount }) => amount,
      kind: 'money',
      sums: true,
      cell: ({ amount }) => <Money cents={amount} look="signed" inList />,
      sorts: true,
    },
  },
  phone: { identity: 'text', amount: 'amount', state: 'state', facts: ['day'], under: 'what' },
  head: (column) => `page.bank.columns.${column}`,
})

/** What a movement is, or may be, in one line. */
export function whatIs(t: Translator, row: NamedMovement): string {
  const { answer, proposal } = row
  if (answer) {
    const named = answer.week ?? answer.payments[0]?.week
    const week = named ? weekNumber(readWeek(named)) : ''
    const account = answer.account ? t(`page.accounts.accounts.${answer.account}`) : ''
    return t(`page.bank.is.${answer.kind}`, {
      who: answer.driver?.name ?? peopleOf(t, answer.payments, answer.count),
      week,
      account,
      platform: answer.platform ? t(`page.bank.platforms.${answer.platform}`) : '',
    })
  }
  if (!proposal) return ''
  if (proposal.say === 'asked') {
    const { differs } = proposal
    if (!differs) return t('page.bank.is.unknown')
    return t(differs.difference < 0 ? 'page.bank.is.short' : 'page.bank.is.over', {
      platform: t(`page.bank.platforms.${differs.platform}`),
      week: weekNumber(differs.week),
      difference: formatMoney(cents(Math.abs(differs.difference)), t.language),
    })
  }
  return whatMatchIs(t, { match: proposal.match, names: row.names, who: row.who })
}

/** What the movement may be, in one line. */
export function whatMatchIs(t: Translator, { match, names, who }: NamedMatch): string {
  const platform = 'platform' in match ? t(`page.bank.platforms.${match.platform}`) : ''
  if (match.is === 'payouts')
    return t('page.bank.is.payouts', {
      platform,
      weeks: match.weeks.map(({ week }) => weekNumber(week)).join(' + '),
    })
  return t(`page.bank.is.${match.is}`, {
    who: who ?? peopleOf(t, names),
    week: 'week' in match ? weekNumber(match.week) : '',
    platform,
    account: match.is === 'account' ? t(`page.accounts.accounts.${match.account}`) : '',
  })
}

/** Why a movement is asked about instead of being matched, a sentence for each reason. */
export function doubtWords(t: Translator, proposal: MovementRow['proposal']): string {
  if (!proposal || proposal.say === 'asked') return ''
  return proposal.doubts.map((doubt) => wordsOfDoubt(t, doubt)).join(' ')
}

function wordsOfDoubt(t: Translator, doubt: Doubt): string {
  return t(`page.bank.doubts.${doubt.why}`, { who: 'who' in doubt ? doubt.who : '' })
}

function peopleOf(t: Translator, names: readonly PaymentName[], count = names.length): string {
  return count === 1 ? firstOf(names).name : t('page.bank.people', { count })
}
