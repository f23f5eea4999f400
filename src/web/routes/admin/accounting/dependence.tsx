import { sum } from '#domain/money.ts'
import type { DriverDependence } from '#features/accounting/dependence/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatMoney, formatPercent } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Words } from '#web/ui/layout.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

/** The most drivers shown; the file of each month has all of them, and so has the sum. */
const MAX_ROWS = 20

/** Drivers who earn most of their year here, and the contribution that the operator would owe for it; nothing if nobody wrote a receipt. */
export function Dependence({ year, drivers }: { year: number; drivers: readonly DriverDependence[] }) {
  const t = useT()
  const [first] = drivers
  if (!first) return null
  const { rules, least } = first
  const shown = drivers.filter(({ state }) => state === 'owed' || state === 'exempt')
  const percent = (rate: number) => formatPercent(rate, t.language)
  return (
    <Section title={t('page.accounting.dependence.title', { year })}>
      <Stack>
        <Words look="soft">
          {t('page.accounting.dependence.text', {
            from: percent(rules.dependenceFrom),
            rate: percent(rules.dependenceRate),
            high: percent(rules.dependenceHighFrom),
            highRate: percent(rules.dependenceHighRate),
          })}{' '}
          {t('page.accounting.dependence.rule', { least: formatMoney(least, t.language) })}
        </Words>
        {shown.length === 0 ? (
          <Words>{t('page.accounting.dependence.none')}</Words>
        ) : (
          <Table
            caption={t('page.accounting.dependence.caption')}
            rows={shown.slice(0, MAX_ROWS)}
            rowKey={({ driver }) => driver.id}
            href={({ driver }) => `/admin/drivers/${driver.id}`}
            columns={columnsOf(t)}
            foot={[
              t('page.accounting.total'),
              <Money key="ours" cents={sum(shown.map(({ ours }) => ours))} look="bare" />,
              '',
              '',
              '',
              <Money key="due" cents={sum(shown.map(({ due }) => due))} look="bare" />,
            ]}
          />
        )}
        {shown.length > MAX_ROWS ? (
          <Words look="soft">{t('page.accounting.dependence.more', { count: shown.length - MAX_ROWS })}</Words>
        ) : null}
        <Words look="soft">{t('page.accounting.dependence.seen')}</Words>
        <Words look="soft">
          {t('page.accounting.dependence.source')}{' '}
          <Link to="/admin/financial-settings">{t('page.accounting.dependence.settings')}</Link>
        </Words>
      </Stack>
    </Section>
  )
}

function columnsOf(t: Translator): Column<DriverDependence>[] {
  return [
    { head: t('page.accounting.dependence.driver'), cell: ({ driver }) => driver.name },
    {
      head: t('page.accounting.dependence.ours'),
      number: true,
      first: true,
      cell: ({ ours }) => <Money cents={ours} look="bare" />,
    },
    {
      head: t('page.accounting.dependence.elsewhere'),
      number: true,
      cell: ({ elsewhere }) =>
        elsewhere === null ? t('page.accounting.dependence.unsaid') : <Money cents={elsewhere} look="bare" />,
    },
    {
      head: t('page.accounting.dependence.share'),
      number: true,
      cell: ({ share }) => formatPercent(share, t.language),
    },
    {
      head: t('page.accounting.dependence.rate'),
      number: true,
      cell: ({ state, rate }) =>
        state === 'owed' ? (
          formatPercent(rate, t.language)
        ) : (
          <State tone="plain">{t(`page.accounting.dependence.states.${state}`)}</State>
        ),
    },
    { head: t('page.accounting.dependence.due'), number: true, cell: ({ due }) => <Money cents={due} look="bare" /> },
  ]
}
