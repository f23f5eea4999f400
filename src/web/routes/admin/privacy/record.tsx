import { showProcessing } from '#features/oversight/processing/queries.server.ts'
import { lawDoubt, lawPlace } from '#messages/law-words.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { OF_PERSONS } from '#web/nouns.ts'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Bullets, Links, Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/record.ts'

export const loader = shows((_: Route.LoaderArgs, { t }) => showProcessing(OF_PERSONS, t))

/** The personal data that the company stores, topic by topic: purpose, legal basis, whose, which data, recipients and how long. */
export default function ProcessingScreen({ loaderData: { first, activities, periods, last } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.privacy.record.title')}
        subtitle={t('page.privacy.record.subtitle')}
        back={{ to: '/admin/privacy', label: t('page.privacy.back') }}
        actions={
          <LinkButton to="/admin/privacy/record/pdf" icon="download" file>
            {t('page.privacy.record.pdf')}
          </LinkButton>
        }
      />
      <Page width="middle">
        <Stack>
          <Card title={first.title}>
            <Stack>
              <Rows rows={first.rows} />
              <Words look="soft">
                {t('page.privacy.record.law', {
                  law: lawPlace('record-of-processing', t),
                  doubt: lawDoubt('record-of-processing', t),
                })}
              </Words>
              <Links>
                <Link to="/admin/data/positions/assessment">{t('page.privacy.record.assessment')}</Link>
              </Links>
            </Stack>
          </Card>
          {activities.map(({ title, rows, tables }) => (
            <Card key={title} title={title}>
              <Stack>
                <Rows rows={rows} />
                <Columns tables={tables} />
              </Stack>
            </Card>
          ))}
          <Card title={periods.title}>
            <Rows rows={periods.rows} />
          </Card>
          <Card title={last.title}>
            <Bullets>
              {last.sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </Bullets>
          </Card>
        </Stack>
      </Page>
    </>
  )
}

type Shown = Route.ComponentProps['loaderData']

function Rows({ rows }: { rows: Shown['first']['rows'] }) {
  return (
    <Facts>
      {rows.map(([name, said]) => (
        <Fact key={name} name={name} isText>
          {said}
        </Fact>
      ))}
    </Facts>
  )
}

/** The database columns behind a topic, by their own names, for people who check the record. */
function Columns({ tables }: Pick<Shown['activities'][number], 'tables'>) {
  const t = useT()
  const count = tables.reduce((all, { columns }) => all + columns.length, 0)
  return (
    <Disclosure level="line" summary={t('page.privacy.record.columns', { count })}>
      <Facts>
        {tables.map(({ table, columns }) => (
          <Fact key={table} name={<code>{table}</code>} isText>
            {columns.join(', ')}
          </Fact>
        ))}
      </Facts>
    </Disclosure>
  )
}
