import { useSearchParams } from 'react-router'
import { listEvents } from '#features/audit/queries.server.ts'
import { getBreach, showBreach } from '#features/oversight/breaches/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/breach.ts'
import { hoursWords } from './breach-words.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now, t }) => {
  const breach = await getBreach(params.id, now)
  return { breach, parts: showBreach(breach, t), events: await listEvents(`data-breach:${breach.id}`) }
})

/** One breach: the time left, the known facts, who was informed, and why others were not. */
export default function BreachScreen({ loaderData: { breach, parts, events } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = t.find(`page.privacy.breaches.done.${query.get('done') ?? ''}`)
  const base = `/admin/privacy/breaches/${breach.id}`
  const isOpen = breach.closedAt === null
  return (
    <>
      <PageHead
        title={t('page.privacy.breaches.one')}
        subtitle={breach.happened}
        back={{ to: '/admin/privacy/breaches', label: t('page.privacy.breaches.title') }}
        actions={
          <>
            <LinkButton to={`${base}/pdf`} icon="download" file>
              {t('page.privacy.breaches.pdf')}
            </LinkButton>
            {isOpen ? (
              <>
                <LinkButton to={`${base}/edit`}>{t('page.privacy.breaches.edit')}</LinkButton>
                <LinkButton to={`${base}/closing`}>{t('page.privacy.breaches.close')}</LinkButton>
                <LinkButton to={`${base}/telling`} kind="primary">
                  {t('page.privacy.breaches.tell')}
                </LinkButton>
              </>
            ) : (
              <LinkButton to={`${base}/reopening`}>{t('page.privacy.breaches.reopen')}</LinkButton>
            )}
          </>
        }
      />
      <Page width="middle">
        <Stack>
          {done === null ? null : <Done>{done}</Done>}
          <Notice tone={breach.state === 'late' ? 'bad' : breach.state === 'running' ? 'warn' : 'info'}>
            {hoursWords(breach, t)}
          </Notice>
          {parts.map(({ title, sentences, rows }) => (
            <Card key={title} title={title}>
              <Stack>
                {sentences.map((sentence) => (
                  <Words key={sentence}>{sentence}</Words>
                ))}
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
          ))}
          <RecordHistory events={events} />
        </Stack>
      </Page>
    </>
  )
}
