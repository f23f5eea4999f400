import { useSearchParams } from 'react-router'
import { isoWeek, readWeek, weekName } from '#domain/week.ts'
import { providerIn } from '#features/connections/schema.ts'
import { answerDifference, takeBackAnswer } from '#features/weeks/order-comparisons/commands.server.ts'
import { getComparedWeek } from '#features/weeks/order-comparisons/queries.server.ts'
import { type Difference, comparisonAct, comparisonRecord } from '#features/weeks/order-comparisons/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { formatAmount, formatDifference } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Actions, Form, RecordFields, SubmitButton } from '#web/ui/form.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { IN_EUROS, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/compared-week.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const provider = providerIn(params.provider)
  return { provider, compared: await getComparedWeek(readWeek(params.week)) }
})

export const action = saves(
  ({ intent }) => `comparison.${intent}`,
  comparisonAct,
  async (change, act, { params }: Route.ActionArgs) => {
    const week = readWeek(params.week)
    const page = `/admin/data/connections/${providerIn(params.provider)}/weeks/${weekName(week)}`
    if (act.intent === 'answer') await answerDifference(change, week, act.reason)
    else await takeBackAnswer(change, week)
    return `${page}?done=${act.intent === 'answer' ? 'answered' : 'taken-back'}`
  },
)

const DONE = ['answered', 'taken-back'] as const

/** A week by the platform's orders and by its file: where the two differ, and the office's answer to it. */
export default function ComparedWeekScreen({ loaderData: { provider, compared } }: Route.ComponentProps) {
  const { week, state, differences, answer } = compared
  const t = useT()
  const [query] = useSearchParams()
  const done = DONE.find((name) => name === query.get('done'))
  return (
    <>
      <PageHead
        title={t('page.connections.week.title', { number: isoWeek(week).number })}
        subtitle={t('page.connections.week.subtitle')}
        back={{ to: `/admin/data/connections/${provider}`, label: t('page.connections.week.back') }}
      />
      <Stack>
        {done ? <Done>{t(`page.connections.week.done.${done}`)}</Done> : null}
        {state === 'equal' ? <Notice tone="ok">{t('page.connections.week.equal')}</Notice> : null}
        {state === 'partial' ? <Notice>{t('page.connections.week.partial')}</Notice> : null}
        {state === 'no-file' ? (
          <Notice tone="warn" action={<LinkButton to="/admin/data">{t('page.connections.week.toFile')}</LinkButton>}>
            {t('page.connections.week.no-file')}
          </Notice>
        ) : null}
        {answer ? (
          <Notice tone="ok">
            <p>{t('page.connections.week.answered', { reason: answer.reason })}</p>
            <p>
              {t('page.connections.week.answeredBy', {
                at: formatInstant(answer.at, t.language),
                by: answer.by ?? t('page.data.answers.commandLine'),
              })}
            </p>
            <Form intent="take-back" quiet>
              <Actions>
                <SubmitButton kind="text">{t('page.connections.week.takeBack')}</SubmitButton>
              </Actions>
            </Form>
          </Notice>
        ) : null}
        {differences.length > 0 ? <Differences differences={differences} /> : null}
        {state === 'differs' ? (
          <Card>
            <Stack>
              <p>{t('page.connections.week.differs')}</p>
              <Form intent="answer">
                <RecordFields of={comparisonRecord} />
                <Actions>
                  <SubmitButton>{t('page.connections.week.answer')}</SubmitButton>
                  <LinkButton to="/admin/data" kind="text">
                    {t('page.connections.week.toFile')}
                  </LinkButton>
                </Actions>
              </Form>
            </Stack>
          </Card>
        ) : null}
      </Stack>
    </>
  )
}

function Differences({ differences }: { differences: readonly Difference[] }) {
  const t = useT()
  const amount = (cents: number) => formatAmount(cents, t.language)
  const words = (name: 'file' | 'orders' | 'difference') => `${t(`page.connections.week.columns.${name}`)}${IN_EUROS}`
  return (
    <Card flush>
      <Table
        caption={t('page.connections.week.caption')}
        rows={differences}
        rowKey={({ driver, part }) => `${driver} ${part}`}
        columns={[
          { head: t('page.connections.week.columns.driver'), cell: ({ driver }) => driver },
          {
            head: t('page.connections.week.columns.part'),
            cell: ({ part }) => t(`page.connections.week.parts.${part}`),
          },
          { head: words('file'), number: true, cell: ({ file }) => amount(file) },
          { head: words('orders'), number: true, cell: ({ orders }) => amount(orders) },
          {
            head: words('difference'),
            number: true,
            cell: ({ file, orders }) => formatDifference(file - orders, t.language),
          },
        ]}
      />
    </Card>
  )
}
