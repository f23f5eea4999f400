import { namesApart } from '#domain/driver.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { makeDevice } from '#features/positions/devices/commands.server.ts'
import { deviceInput, deviceRecord } from '#features/positions/devices/schema.ts'
import { listOwners } from '#features/weeks/unmatched/queries.server.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new-device.ts'
import { setupOf } from './device-setup.server.ts'
import { DeviceSetup } from './device-setup.tsx'

const BASE = '/admin/data/positions'

export const loader = shows(async () => {
  const { drivers, vehicles } = await listOwners()
  return {
    drivers: namesApart(drivers).map(({ id, name }) => ({ value: id, label: name })),
    vehicles: vehicles.map(({ id, plate }) => ({ value: id, label: plate })),
  }
})

/** Without an idempotency key: the answer to one is stored, and a token must not be. */
export const action = ({ request, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    requireRecentSignIn(context)
    return answer(request, deviceInput, async (input) => {
      let made: Awaited<ReturnType<typeof makeDevice>> = { id: 0, token: null }
      const { now } = context.get(requestContext)
      await carryOut({ actor: actorOf(context), action: 'position.make-device', now }, async (change) => {
        made = await makeDevice(change, input)
        return null
      })
      return { id: made.id, name: input.name, setup: setupOf(input.kind, made.token) }
    })
  })

/** Adds a device that sends positions; the token by which it identifies itself is shown once. */
export default function NewDeviceScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { drivers, vehicles } = loaderData
  const t = useT()
  const made = actionData !== undefined && 'setup' in actionData ? actionData : null
  return (
    <>
      <PageHead
        title={t('page.positions.devices.newTitle')}
        subtitle={made ? undefined : t('page.positions.devices.newText')}
        back={{ to: BASE, label: t('page.positions.title') }}
      />
      <Page width={made ? 'middle' : 'narrow'}>
        {made ? (
          <DeviceSetup name={made.name} setup={made.setup} to={`${BASE}/devices/${made.id}`} />
        ) : (
          <Form of={deviceRecord} offered={{ vehicleId: vehicles, driverId: drivers }}>
            <Actions>
              <SubmitButton>{t('page.positions.devices.make')}</SubmitButton>
            </Actions>
          </Form>
        )}
      </Page>
    </>
  )
}
