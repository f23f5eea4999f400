import { conversionOf, DECIDED_STATES, type Outcomes } from '#domain/application.ts'
import type { PipelineFigures } from '#features/recruitment/schema.ts'
import { formatDayShort } from '#messages/dates.ts'
import { formatPercent } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { Words } from '#web/ui/layout.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

type Row = { source: string; outcomes: Outcomes }

/** How applications come, how they end, and why the office rejects some. */
export function PipelineNumbers({
  figures: { referred, direct, causes },
  from,
}: {
  figures: PipelineFigures
  from: string
}) {
  const t = useT()
  const rows: Row[] = [
    { source: t('page.recruitment.sources.referred'), outcomes: referred },
    { source: t('page.recruitment.sources.direct'), outcomes: direct },
    { source: t('page.recruitment.figures.total'), outcomes: addOutcomes(referred, direct) },
  ]
  const aside = t('page.recruitment.figures.aside', { from: formatDayShort(from, t.language) })
  return (
    <Section title={t('page.recruitment.figures.title')} aside={aside}>
      <Stack>
        <Table
          caption={t('page.recruitment.figures.caption')}
          columns={columns(t)}
          rows={rows}
          rowKey={({ source }) => source}
        />
        <Words look="small">{t('page.recruitment.figures.note')}</Words>
        <Card title={t('page.recruitment.figures.causes')}>
          {causes.length === 0 ? (
            <p>{t('page.recruitment.figures.noCauses')}</p>
          ) : (
            <Facts>
              {causes.map(({ cause, count }) => (
                <Fact key={cause} name={t(`page.recruitment.causes.${cause}`)}>
                  {count}
                </Fact>
              ))}
            </Facts>
          )}
        </Card>
      </Stack>
    </Section>
  )
}

const ENDS = ['open', ...DECIDED_STATES] as const

function addOutcomes(one: Outcomes, other: Outcomes): Outcomes {
  return {
    open: one.open + other.open,
    approved: one.approved + other.approved,
    rejected: one.rejected + other.rejected,
    withdrawn: one.withdrawn + other.withdrawn,
  }
}

function columns(t: ReturnType<typeof useT>): Column<Row>[] {
  return [
    { head: t('page.recruitment.figures.columns.source'), cell: ({ source }) => source },
    {
      head: t('page.recruitment.figures.columns.sent'),
      cell: ({ outcomes }) => ENDS.reduce((sum, end) => sum + outcomes[end], 0),
      number: true,
    },
    ...ENDS.map((end) => ({
      head: t(`page.recruitment.figures.columns.${end}`),
      cell: ({ outcomes }: Row) => outcomes[end],
      number: true,
      wideOnly: true,
    })),
    {
      head: t('page.recruitment.figures.columns.conversion'),
      cell: ({ outcomes }) => {
        const conversion = conversionOf(outcomes)
        return conversion === null ? '–' : formatPercent(conversion, t.language)
      },
      number: true,
    },
  ]
}
