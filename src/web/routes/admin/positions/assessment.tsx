import { saveAssessment } from '#features/positions/assessments/commands.server.ts'
import { countLookers, listAssessments, showAssessment } from '#features/positions/assessments/queries.server.ts'
import type { Part } from '#features/positions/assessments/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { DoneNote, withDone } from '#web/parts/done-note.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Bullets, Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/assessment.ts'

const PLACE = '/admin/data/positions/assessment'

export const loader = shows(async (_: Route.LoaderArgs, { now, t }) => {
  const [shown, versions, lookers] = await Promise.all([showAssessment(now, t), listAssessments(), countLookers(now)])
  return { ...shown, versions: versions.map(({ version, at, by }) => ({ version, at, by })), lookers }
})

export const action = confirms('position.keep-assessment', async (change) => {
  await saveAssessment(change)
  return withDone(PLACE, 'saved')
})

/** The impact assessment under today's rules, and its stored versions. */
export default function AssessmentScreen({ loaderData }: Route.ComponentProps) {
  const { parts, versions, lookers, isChanged } = loaderData
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.assessment.title')}
        subtitle={t('page.assessment.subtitle')}
        back={{ to: '/admin/data/positions', label: t('page.assessment.back') }}
      />
      <Page width="middle">
        <Stack>
          <DoneNote />
          <Card title={t('page.assessment.versions')}>
            <Stack>
              <State tone={versions.length === 0 || isChanged ? 'warn' : 'ok'}>
                {t(`page.assessment.${versions.length === 0 ? 'none' : isChanged ? 'changed' : 'same'}`)}
              </State>
              {versions.length === 0 ? null : (
                <Table
                  caption={t('page.assessment.saved', { count: versions.length })}
                  rows={versions}
                  rowKey={({ version }) => String(version)}
                  columns={versionColumns(t)}
                />
              )}
              <Form>
                <div>
                  <SubmitButton kind={isChanged || versions.length === 0 ? 'primary' : 'outlined'}>
                    {t('page.assessment.save')}
                  </SubmitButton>
                </div>
              </Form>
            </Stack>
          </Card>
          {parts.map((part) => (
            <PartCard key={part.title} part={part} />
          ))}
          {lookers.length === 0 ? null : (
            <Card title={t('page.assessment.whoLooked')} flush>
              <Table
                caption={t('page.assessment.whoLooked')}
                rows={lookers}
                rowKey={({ name }) => name}
                columns={[
                  { head: t('page.assessment.person'), cell: ({ name }) => name },
                  { head: t('page.assessment.times'), number: true, cell: ({ count }) => count },
                ]}
              />
            </Card>
          )}
        </Stack>
      </Page>
    </>
  )
}

type Version = Route.ComponentProps['loaderData']['versions'][number]

function versionColumns(t: Translator): Column<Version>[] {
  return [
    { head: t('page.assessment.columns.version'), cell: ({ version }) => version },
    { head: t('page.assessment.columns.at'), cell: ({ at }) => formatInstant(at, t.language) },
    { head: t('page.assessment.columns.by'), cell: ({ by }) => by ?? '–' },
    {
      head: t('page.assessment.columns.file'),
      leadsTo: `${PLACE}/1/pdf`,
      cell: ({ version }) => (
        <Link to={`${PLACE}/${version}/pdf`} file>
          {t('page.assessment.take', { version })}
        </Link>
      ),
    },
  ]
}

function PartCard({ part: { title, sentences, rows } }: { part: Part }) {
  return (
    <Card title={title}>
      <Stack>
        {sentences.length === 0 ? null : (
          <Bullets>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </Bullets>
        )}
        {rows.length === 0 ? null : (
          <Facts>
            {rows.map(([name, said]) => (
              <Fact key={name} name={name} isText>
                {said}
              </Fact>
            ))}
          </Facts>
        )}
      </Stack>
    </Card>
  )
}
