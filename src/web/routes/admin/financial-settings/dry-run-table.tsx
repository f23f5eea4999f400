import { type Cents, minus, sum } from '#domain/money.ts'
import type { FleetDryRun } from '#features/settlements/dry-runs/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatWeek } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { Stack } from '#web/ui/card.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

/**
 * The drivers whom a change affects: the open week before and after, if the change reaches it, and the eight weeks
 * before as they would have been, with totals.
 */
export function DryRunTable({ dryRun }: { dryRun: FleetDryRun }) {
  const t = useT()
  const { open, reachesOpen, drivers, untouched, totals } = dryRun
  const week = formatWeek(open, t.language)
  if (drivers.length === 0)
    return <p>{t(reachesOpen ? 'page.settings.dryRun.none' : 'page.settings.dryRun.notYetNone', { week })}</p>
  return (
    <Stack>
      <p>{t(reachesOpen ? 'page.settings.dryRun.openText' : 'page.settings.dryRun.notYet', { week })}</p>
      <Table
        caption={t('page.settings.dryRun.caption')}
        rows={drivers}
        rowKey={({ id }) => id}
        columns={columns(t, reachesOpen)}
        foot={[
          t('page.settings.dryRun.total'),
          ...(reachesOpen
            ? [
                <Money key="before" cents={totals.before} look="bare" />,
                <Money key="after" cents={totals.after} look="bare" />,
                <Money key="difference" cents={difference(totals)} look="signed" />,
              ]
            : []),
          <Money key="past" cents={totals.past} look="signed" />,
        ]}
      />
      {untouched > 0 ? <p>{t('page.settings.dryRun.untouched', { count: untouched })}</p> : null}
    </Stack>
  )
}

type Row = FleetDryRun['drivers'][number]

function columns(t: Translator, reachesOpen: boolean): Column<Row>[] {
  return [
    { head: t('page.settings.dryRun.driver'), cell: ({ name }) => name },
    ...(reachesOpen ? openColumns(t) : []),
    { head: t('page.settings.dryRun.past'), number: true, cell: ({ past }) => <Money cents={past} look="signed" /> },
  ]
}

function openColumns(t: Translator): Column<Row>[] {
  return [
    {
      head: t('page.settings.dryRun.before'),
      number: true,
      cell: ({ open }) => (open ? <Money cents={open.before} look="bare" /> : '–'),
    },
    {
      head: t('page.settings.dryRun.after'),
      number: true,
      cell: ({ open }) => (open ? <Money cents={open.after} look="bare" /> : '–'),
    },
    {
      head: t('page.settings.dryRun.difference'),
      number: true,
      cell: ({ open }) => (open ? <Money cents={difference(open)} look="signed" /> : '–'),
    },
  ]
}

function difference({ before, after }: { before: Cents; after: Cents }): Cents {
  return sum([after, minus(before)])
}
