import { z } from 'zod'
import { carryOut } from '#features/audit/commands.server.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { renewToken } from '#features/positions/devices/commands.server.ts'
import { getDevice } from '#features/positions/devices/queries.server.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Links, Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/device.ts'
import { setupOf } from './device-setup.server.ts'
import { DeviceSetup } from './device-setup.tsx'

const BASE = '/admin/data/positions'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => ({
  device: await getDevice(Number(params.id), now),
  events: await listEvents(`device:${Number(params.id)}`),
}))

/** Without an idempotency key: the answer to one is stored, and a token must not be. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    requireRecentSignIn(context)
    return answer(request, z.object({}), async () => {
      let token = ''
      const { now } = context.get(requestContext)
      const { kind } = await getDevice(Number(params.id), now)
      await carryOut({ actor: actorOf(context), action: 'position.renew-device', now }, async (change) => {
        token = await renewToken(change, Number(params.id))
        return null
      })
      return { setup: setupOf(kind, token) }
    })
  })

/** One device: its car, when it last sent something, and what became of that. */
export default function DeviceScreen({ loaderData: { device, events }, actionData }: Route.ComponentProps) {
  const t = useT()
  const made = actionData !== undefined && 'setup' in actionData ? actionData.setup : null
  const counts = Object.entries(device.counts).toSorted(([, one], [, other]) => (other ?? 0) - (one ?? 0))
  return (
    <>
      <PageHead
        title={device.name}
        subtitle={t(`page.positions.devices.kinds.${device.kind}`)}
        back={{ to: BASE, label: t('page.positions.title') }}
      />
      <Page width="middle">
        {made ? (
          <DeviceSetup name={device.name} setup={made} to={`${BASE}/devices/${device.id}`} />
        ) : (
          <Stack>
            <Card>
              <Facts>
                {device.car ? (
                  <Fact name={t('page.positions.devices.of')}>
                    <Link to={`/admin/vehicles/${device.car.id}`}>{device.car.plate}</Link>
                  </Fact>
                ) : null}
                {device.driver ? (
                  <Fact name={t('page.positions.devices.of')}>
                    <Link to={`/admin/drivers/${device.driver.id}`}>{device.driver.name}</Link>
                  </Fact>
                ) : null}
                {device.knownAs ? (
                  <Fact name={t('page.positions.devices.fields.knownAs')}>{device.knownAs}</Fact>
                ) : null}
                <Fact name={t('page.positions.devices.heard')}>
                  {device.lastSeenAt ? <Moment at={device.lastSeenAt} /> : t('page.positions.devices.never')}
                </Fact>
              </Facts>
            </Card>
            {counts.length > 0 ? (
              <Card title={t('page.positions.devices.kept')}>
                <Facts>
                  {counts.map(([outcome, count]) => (
                    <Fact key={outcome} name={t.find(`page.positions.devices.outcomes.${outcome}`) ?? outcome}>
                      {formatNumber(count ?? 0, t.language)}
                    </Fact>
                  ))}
                </Facts>
              </Card>
            ) : null}
            {device.kind === 'phone' || device.kind === 'server' ? (
              <Form>
                <Words look="small">
                  {device.ends ? `${t('page.positions.devices.ends', { ends: device.ends })}. ` : ''}
                  {t('page.positions.devices.renewText')}
                </Words>
                <Actions>
                  <SubmitButton kind="outlined">{t('page.positions.devices.renew')}</SubmitButton>
                </Actions>
              </Form>
            ) : null}
            <Links>
              <ActLink to={`${BASE}/devices/${device.id}/end`}>{t('page.positions.devices.end')}</ActLink>
            </Links>
            <RecordHistory events={events} />
          </Stack>
        )}
      </Page>
    </>
  )
}
