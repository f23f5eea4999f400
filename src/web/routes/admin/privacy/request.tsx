import { useSearchParams } from 'react-router'
import { listEvents } from '#features/audit/queries.server.ts'
import { getRequest } from '#features/oversight/data-requests/queries.server.ts'
import type { DataRequest } from '#features/oversight/data-requests/schema.ts'
import { formatDayShort, formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Links, Page, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/request.ts'
import { REQUEST_TONES } from './request-words.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const dataRequest = await getRequest(params.id, now)
  return { dataRequest, events: await listEvents(`data-request:${dataRequest.id}`) }
})

/** One request: what was asked, when the answer is due, where to do it, and the answer. */
export default function RequestScreen({ loaderData: { dataRequest, events } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = t.find(`page.privacy.requests.done.${query.get('done') ?? ''}`)
  const base = `/admin/privacy/requests/${dataRequest.id}`
  const isOpen = dataRequest.state !== 'answered' && dataRequest.state !== 'withdrawn'
  return (
    <>
      <PageHead
        title={dataRequest.name}
        part={t(`page.privacy.requests.kinds.${dataRequest.kind}`)}
        subtitle={t(`page.privacy.requests.kinds.${dataRequest.kind}`)}
        back={{ to: '/admin/privacy/requests', label: t('page.privacy.requests.title') }}
        actions={
          isOpen ? (
            <>
              <LinkButton to={`${base}/withdrawal`} kind="text">
                {t('page.privacy.requests.withdraw')}
              </LinkButton>
              {dataRequest.canExtend ? (
                <LinkButton to={`${base}/extension`}>{t('page.privacy.requests.extend')}</LinkButton>
              ) : null}
              <LinkButton to={`${base}/answer`} kind="primary">
                {t('page.privacy.requests.answer')}
              </LinkButton>
            </>
          ) : (
            <LinkButton to={`${base}/reopening`}>{t('page.privacy.requests.reopen')}</LinkButton>
          )
        }
      />
      <Page width="middle">
        <Stack>
          {done === null ? null : <Done>{done}</Done>}
          <Card title={t('page.privacy.requests.one')}>
            <Stack>
              <State tone={REQUEST_TONES[dataRequest.state]}>
                {t(`page.privacy.requests.states.${dataRequest.state}`)}
              </State>
              <Facts>
                <Fact name={t('page.privacy.requests.fields.askedOn')}>
                  {formatDayShort(dataRequest.askedOn, t.language)}
                </Fact>
                <Fact name={t('page.privacy.requests.columns.by')}>{formatDayShort(dataRequest.by, t.language)}</Fact>
                {dataRequest.contact === '' ? null : (
                  <Fact name={t('page.privacy.requests.fields.contact')}>{dataRequest.contact}</Fact>
                )}
                {dataRequest.extendedWhy === null ? null : (
                  <Fact name={t('page.privacy.requests.fields.why')} isText>
                    {dataRequest.extendedWhy}
                  </Fact>
                )}
                {dataRequest.outcome === null ? null : (
                  <Fact name={t('page.privacy.requests.answered')} isText>
                    {[
                      t(`page.privacy.requests.outcomes.${dataRequest.outcome}`),
                      dataRequest.answer,
                      dataRequest.answeredAt === null ? '' : formatInstant(dataRequest.answeredAt, t.language),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Fact>
                )}
              </Facts>
              {dataRequest.words === '' ? null : <Words look="said">{dataRequest.words}</Words>}
            </Stack>
          </Card>
          {isOpen ? <Ways request={dataRequest} /> : null}
          <RecordHistory events={events} />
        </Stack>
      </Page>
    </>
  )
}

/** Links to the pages where the request is carried out. */
function Ways({ request: { kind, driverId } }: { request: DataRequest }) {
  const t = useT()
  return (
    <Card title={t('page.privacy.requests.how')}>
      <Stack>
        <Words>{t(`page.privacy.requests.ways.${kind}`)}</Words>
        {driverId === null ? null : (
          <Links>
            {kind === 'erasure' ? (
              <Link to={`/admin/privacy/erasures/of/driver:${driverId}`}>{t('page.privacy.erase.start')}</Link>
            ) : (
              <Link to={`/admin/drivers/${driverId}/personal-data`}>{t('page.privacy.requests.record')}</Link>
            )}
          </Links>
        )}
      </Stack>
    </Card>
  )
}
