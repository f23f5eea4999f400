import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { askRequest, withdrawRequest } from '#features/oversight/data-requests/commands.server.ts'
import { listRequests } from '#features/oversight/data-requests/queries.server.ts'
import { type DataRequest, ownRequestRecord } from '#features/oversight/data-requests/schema.ts'
import { formatDayShort } from '#messages/dates.ts'
import { lawPlace } from '#messages/law-words.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { answered } from '#web/reply.ts'
import { ownDriver } from '#web/session.server.ts'
import { Card, Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/data-requests.ts'

const PLACE = '/dashboard/profile/personal-data/requests'

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => ({
    requests: await listRequests(context.get(requestContext).now, { driverId: ownDriver(context) }),
  }))

const asked = z.union([
  z.object({ intent: z.literal('withdraw'), request: z.string() }),
  ownRequestRecord.input.extend({ intent: z.literal('ask') }),
])

/** Sends a request about the reader's data, or withdraws it. */
export const action = ({ request, context }: Route.ActionArgs) =>
  submit(
    { request, context },
    ({ intent }) => `data-request.${intent}`,
    asked,
    async (said, change) => {
      const driver = ownDriver(context)
      if (said.intent === 'withdraw') {
        await withdrawRequest(change, said.request, driver)
        return sameLanguage(request, `${PLACE}?done=withdrawn`)
      }
      await askRequest(change, driver, said)
      return sameLanguage(request, `${PLACE}?done=asked`)
    },
  )

/** The reader's requests about their data, when each answer is due, and the answers. */
export default function OwnRequestsScreen({ loaderData: { requests }, actionData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = t.find(`page.privacy.requests.done.${query.get('done') ?? ''}`)
  return (
    <>
      <PageHead
        back={{ to: '/dashboard/profile/personal-data', label: t('page.personalData.title') }}
        title={t('page.privacy.requests.own')}
        subtitle={t('page.privacy.requests.ownText')}
      />
      {done === null ? null : <Done>{done}</Done>}
      <FormReply reply={answered(actionData, 'withdraw')} />
      <SideBySide>
        <Card title={t('page.privacy.requests.caption')}>
          {requests.length === 0 ? (
            <Words look="soft">{t('page.privacy.requests.none')}</Words>
          ) : (
            <Items>
              {requests.map((request) => (
                <OwnRequest key={request.id} request={request} />
              ))}
            </Items>
          )}
        </Card>
        <Card title={t('page.privacy.requests.askTitle')}>
          <Stack>
            <Form of={ownRequestRecord} intent="ask" data-outbox>
              <Actions>
                <SubmitButton>{t('page.privacy.requests.send')}</SubmitButton>
              </Actions>
            </Form>
            <Words look="soft">{t('page.privacy.requests.law', { law: lawPlace('answer-to-requests', t) })}</Words>
          </Stack>
        </Card>
      </SideBySide>
    </>
  )
}

function OwnRequest({ request: dataRequest }: { request: DataRequest }) {
  const t = useT()
  const isOpen = dataRequest.state !== 'answered' && dataRequest.state !== 'withdrawn'
  return (
    <Item
      title={t(`page.privacy.requests.kinds.${dataRequest.kind}`)}
      aside={<State tone={TONES[dataRequest.state]}>{t(`page.privacy.requests.states.${dataRequest.state}`)}</State>}
      acts={
        isOpen ? (
          <Form inline intent="withdraw" data-outbox>
            <input type="hidden" name="request" value={dataRequest.id} />
            <SubmitButton kind="text">{t('page.privacy.requests.withdraw')}</SubmitButton>
          </Form>
        ) : null
      }
    >
      {dataRequest.words === '' ? null : <Words look="said">{dataRequest.words}</Words>}
      <Words look="small">
        {isOpen
          ? t('page.privacy.requests.until', { day: formatDayShort(dataRequest.by, t.language) })
          : dataRequest.outcome === null
            ? ''
            : `${t(`page.privacy.requests.outcomes.${dataRequest.outcome}`)}. ${dataRequest.answer}`}
      </Words>
      {dataRequest.extendedWhy === null || !isOpen ? null : (
        <Words look="small">
          {t('page.privacy.requests.longer')} {dataRequest.extendedWhy}
        </Words>
      )}
    </Item>
  )
}

const TONES = { late: 'warn', open: 'info', extended: 'info', answered: 'ok', withdrawn: 'plain' } as const
