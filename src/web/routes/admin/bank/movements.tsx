import type { MovementRow, PaymentName } from '#features/bank/matches/schema.ts'
import { firstOf } from '#domain/certain.ts'
import { cents } from '#domain/money.ts'
import { readWeek } from '#domain/week.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { list } from '#web/parts/list.ts'
import { Money } from '#web/parts/money.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'

/** A movement with the names that its answer or its proposal bears. */
export type NamedMovement = MovementRow & { names: readonly PaymentName[]; who: string | null }

type Stage = 'done' | 'proposed' | 'asked'

export function stageOf({ answer, proposal }: MovementRow): Stage {
  return answer ? 'done' : proposal?.say === 'asked' || !proposal ? 'asked' : 'proposed'
}

export const STAGE_TONES: Record<Stage, StateTone> = { done: 'ok', proposed: 'info', asked: 'warn' }

/** The movements, as the page shows them and as a file takes them along. */
export const MOVEMENTS = list({
  place: '/admin/bank',
  words: (word) => `page.bank.${word}`,
  found: ({ text, party, account, who, names, amount }: NamedMovement) => [
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
  columns: {
    day: { value: ({ booked }) => booked, cell: ({ booked }, t) => formatDayShort(booked, t.language), sorts: true },
    text: { value: ({ text }) => text, sorts: true },
    what: { value: (row, t) => whatIs(t, row), cell: (row, t) => whatIs(t, row) },
    state: {
      value: (row, t) => t(`page.bank.stages.${stageOf(row)}`),
      // What is as it should be says nothing.
      cell: (row, t) =>
        row.answer ? '' : <State tone={STAGE_TONES[stageOf(row)]}>{t(`page.bank.stages.${stageOf(row)}`)}</State>,
    },
    account: { value: (row, t) => accountName(t, row.account), wideOnly: true, sorts: true },
    amount: {
      value: ({ amount }) => amount,
      kind: 'money',
      cell: ({ amount }) => <Money cents={amount} look="signed" />,
      sorts: true,
      first: true,
    },
  },
  head: (column) => `page.bank.columns.${column}`,
})

export function accountName(t: Translator, { bank, label }: MovementRow['account']): string {
  return `${t(`page.bank.banks.${bank}`)} ${label}`
}

/** What a movement is, or may be, in one line. */
export function whatIs(t: Translator, row: NamedMovement): string {
  const { answer, proposal } = row
  if (answer) {
    const named = answer.week ?? answer.payments[0]?.week
    const week = named ? weekNumber(readWeek(named)) : ''
    const account = answer.account ? t(`page.accounts.accounts.${answer.account}`) : ''
    return t(`page.bank.is.${answer.kind}`, {
      ...{ who: answer.driver?.name ?? peopleOf(t, answer.payments), week, account },
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
  const { match } = proposal
  return t(`page.bank.is.${match.is}`, {
    who: row.who ?? peopleOf(t, row.names),
    week: 'week' in match ? weekNumber(match.week) : '',
    platform: match.is === 'payout' ? t(`page.bank.platforms.${match.platform}`) : '',
    account: match.is === 'account' ? t(`page.accounts.accounts.${match.account}`) : '',
  })
}

function peopleOf(t: Translator, names: readonly PaymentName[]): string {
  return names.length === 1 ? firstOf(names).name : t('page.bank.people', { count: names.length })
}
