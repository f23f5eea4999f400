import { minus, sum } from '#domain/money.ts'
import type { DriverDryRun } from '#features/settlements/dry-runs/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatWeek } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

/** One driver's weeks under the terms in force and under the proposed ones, side by side. */
export function TermsDryRun({ driverId, dryRun }: { driverId: string; dryRun: DriverDryRun }) {
  const t = useT()
  const { weeks } = dryRun
  const before = sum(weeks.map((week) => week.before))
  const after = sum(weeks.map((week) => week.after))
  return (
    <Section title={t('page.settings.dryRun.title')}>
      {weeks.length === 0 ? (
        <Stack>
          <p>{t('page.settings.dryRun.noWeeks')}</p>
          <LinkButton to={`/admin/drivers/${driverId}/terms/comparison`}>
            {t('page.fleet.terms.comparison.link')}
          </LinkButton>
        </Stack>
      ) : (
        <Stack>
          <p>{t('page.settings.dryRun.termsText')}</p>
          <Table
            caption={t('page.settings.dryRun.termsCaption')}
            rows={weeks}
            rowKey={({ week }) => week}
            columns={columns(t)}
            foot={[
              t('page.settings.dryRun.sum'),
              <Money key="before" cents={before} look="bare" />,
              <Money key="after" cents={after} look="bare" />,
              <Money key="difference" cents={sum([after, minus(before)])} look="signed" />,
            ]}
          />
        </Stack>
      )}
    </Section>
  )
}

type Row = DriverDryRun['weeks'][number]

function columns(t: Translator): Column<Row>[] {
  return [
    { head: t('page.settings.dryRun.week'), cell: ({ week }) => formatWeek(week, t.language) },
    { head: t('page.settings.dryRun.now'), number: true, cell: ({ before }) => <Money cents={before} look="bare" /> },
    {
      head: t('page.settings.dryRun.proposed'),
      number: true,
      cell: ({ after }) => <Money cents={after} look="bare" />,
    },
    {
      head: t('page.settings.dryRun.difference'),
      number: true,
      cell: ({ before, after }) => <Money cents={sum([after, minus(before)])} look="signed" />,
    },
  ]
}
