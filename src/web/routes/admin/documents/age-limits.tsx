import type { AgeLimit } from '#domain/maintenance.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Table } from '#web/ui/table.tsx'

/** The maximum age of cars, and from which day on. */
export function AgeLimits({ limits }: { limits: readonly AgeLimit[] }) {
  const t = useT()
  return (
    <Table
      caption={t('page.papers.ages.caption')}
      rows={limits}
      rowKey={({ from }) => from}
      phone="columns"
      columns={[
        { head: t('page.papers.ages.from'), cell: ({ from }) => formatDayShort(from, t.language) },
        { head: t('page.papers.ages.years'), number: true, cell: ({ years }) => years },
        { head: t('page.papers.ages.electricYears'), number: true, cell: ({ electricYears }) => electricYears },
      ]}
    />
  )
}
