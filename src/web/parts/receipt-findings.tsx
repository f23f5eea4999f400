import type { Finding } from '#features/payments/receipt-checks/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const TONES: Record<Finding['outcome'], StateTone> = {
  matched: 'ok',
  different: 'warn',
  missing: 'todo',
  unasked: 'warn',
}

/** Findings about receipts in a list, one under the other; each links to where it is answered. */
export function FindingTable({ findings, caption }: { findings: readonly Finding[]; caption: string }) {
  const t = useT()
  return (
    <Table
      caption={caption}
      rows={findings}
      rowKey={({ id }) => id}
      href={({ id }) => `/admin/weekly/receipts/findings/${id}`}
      columns={columns(t)}
    />
  )
}

function columns(t: Translator): Column<Finding>[] {
  return [
    { head: t('page.greenReceipts.office.columns.driver'), cell: ({ driver }) => driver.name },
    {
      head: t('page.greenReceipts.office.columns.week'),
      cell: ({ week }) => (week === null ? null : weekNumber(week)),
    },
    { head: t('page.greenReceipts.office.columns.number'), cell: ({ listed }) => listed?.number ?? null },
    {
      head: t('page.greenReceipts.office.columns.value'),
      number: true,
      cell: ({ expected }) => (expected ? <Money cents={expected.value} look="bare" /> : null),
    },
    {
      head: t('page.greenReceipts.checks.listed'),
      number: true,
      cell: ({ listed }) => (listed ? <Money cents={listed.base} look="bare" /> : null),
    },
    {
      head: t('page.greenReceipts.office.columns.state'),
      first: true,
      cell: (finding) => <FindingState finding={finding} />,
    },
  ]
}

/** The outcome of a finding, or the office's answer to it. */
export function FindingState({ finding: { outcome, state } }: { finding: Finding }) {
  const t = useT()
  if (state === 'accepted' || state === 'declined')
    return <State tone={state === 'accepted' ? 'ok' : 'info'}>{t(`page.greenReceipts.checks.answers.${state}`)}</State>
  if (outcome === 'unasked' && state === 'fine')
    return <State tone="info">{t('page.greenReceipts.checks.undone')}</State>
  return <State tone={TONES[outcome]}>{t(`page.greenReceipts.checks.outcomes.${outcome}`)}</State>
}

/** A finding in sentences: what the list has, what the statement asks for, and what that means. */
export function findingSentences(finding: Finding, t: Translator): string[] {
  const { listed, expected } = finding
  const money = (amount: number) => formatMoney(amount, t.language)
  return [
    ...(listed
      ? [
          t(`page.greenReceipts.checks.${listed.isCreditNote ? 'saysCredit' : 'says'}`, {
            number: listed.number,
            day: formatDayShort(listed.issuedOn, t.language),
            base: money(listed.base),
            vat: money(listed.vat),
          }),
        ]
      : []),
    ...(expected
      ? [
          expected.vat === null
            ? t('page.greenReceipts.office.asks', { value: money(expected.value) })
            : t('page.greenReceipts.checks.asks', { value: money(expected.value), vat: money(expected.vat) }),
        ]
      : []),
    t(`page.greenReceipts.checks.means.${meaningOf(finding)}`),
  ]
}

/**
 * What a finding means: a document that differs may wait for its own answer already, and a line that no statement asks for
 * may be a credit note, or be taken back whole by one.
 */
function meaningOf({ outcome, state, listed }: Finding) {
  if (outcome === 'different' && state === 'fine') return 'waiting'
  if (outcome !== 'unasked') return outcome
  if (state === 'fine') return listed?.isCreditNote ? 'undoing' : 'undone'
  return listed?.isCreditNote ? 'credit' : outcome
}
