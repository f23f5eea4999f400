import { useSearchParams } from 'react-router'
import { ENDED_ACTS } from '#domain/platform-act.ts'
import { proposeAct } from '#features/connections/acts/commands.server.ts'
import { listActs, readCashRule } from '#features/connections/acts/queries.server.ts'
import { type CashRule, type PlatformAct, proposeInput } from '#features/connections/acts/schema.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { replyOf } from '#web/reply.ts'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Actions, FormReply } from '#web/ui/form.tsx'
import { Items } from '#web/ui/items.tsx'
import { Page } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/acts.ts'
import { ActItem } from './act-item.tsx'

export const loader = shows(async () => ({ acts: await listActs({}), rule: await readCashRule() }))

/** Proposes an act for a driver; somebody confirms it on the page that says its effect. */
export const action = saves('platform-act.propose', proposeInput, async (change, { driver, act }) => {
  const id = await proposeAct(change, { ...act, driverId: driver, cause: 'person' })
  return `/admin/drivers/platform-acts/${id}?done=proposed`
})

const isWaiting = ({ state }: PlatformAct) => state === 'proposed' || state === 'portal' || state === 'refused'

/** What the office wants from the platforms, and what became of it. */
export default function PlatformActsScreen({ loaderData: { acts, rule }, actionData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = t.find(`page.platformActs.done.${query.get('done') ?? ''}`)
  const rest = acts.filter((act) => !isWaiting(act))
  const parts = [
    [t('page.platformActs.waiting'), acts.filter(isWaiting)],
    [t('page.platformActs.onTheWay'), rest.filter(({ state }) => !ENDED_ACTS.has(state))],
    [t('page.platformActs.ended'), rest.filter(({ state }) => ENDED_ACTS.has(state))],
  ] as const
  return (
    <>
      <PageHead
        title={t('page.platformActs.title')}
        subtitle={t('page.platformActs.subtitle')}
        back={{ to: '/admin/drivers', label: t('page.fleet.drivers.title') }}
      />
      <FormReply reply={replyOf(actionData)} />
      {done ? <Done>{done}</Done> : null}
      <Page width="middle">
        <Stack>
          <Rule rule={rule} />
          {acts.length === 0 ? (
            <EmptyState title={t('page.platformActs.empty')}>{t('page.platformActs.emptyText')}</EmptyState>
          ) : null}
          {parts.map(([title, some]) =>
            some.length === 0 ? null : (
              <Section key={title} title={title}>
                <Items>
                  {some.map((act) => (
                    <ActItem key={act.id} act={act} />
                  ))}
                </Items>
              </Section>
            ),
          )}
        </Stack>
      </Page>
    </>
  )
}

/** The operator's rule about cash trips, with a link to change it. */
function Rule({ rule: { isOn, limit, byItself } }: { rule: CashRule }) {
  const t = useT()
  return (
    <Card title={t('page.platformActs.rule.title')}>
      <Stack>
        <p>
          {t(`page.platformActs.rule.${!isOn ? 'off' : byItself ? 'alone' : 'on'}`, {
            limit: formatMoney(limit, t.language),
          })}
        </p>
        <Actions>
          <LinkButton to="/admin/drivers/platform-acts/rule" kind="outlined">
            {t('page.platformActs.rule.change')}
          </LinkButton>
        </Actions>
      </Stack>
    </Card>
  )
}
