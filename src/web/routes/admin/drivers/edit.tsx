import { href } from 'react-router'
import { maskNif } from '#domain/identifiers.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { saveDriver } from '#features/fleet/drivers/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { driverInput, driverRecord } from '#features/fleet/drivers/schema.ts'
import { useT } from '#web/i18n.tsx'
import { wayBack } from '#web/parts/asked-week.ts'
import { ContractWay } from '#web/parts/contract-way.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { LAST_CHANGES, LastChanges } from '#web/parts/last-changes.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/edit.ts'
import { drawnOf } from './driver-form.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { nif, ...driver } = await getDriver(params.id)
  const events = await listEvents(`driver:${params.id}`)
  return { ...driver, maskedNif: nif && maskNif(nif), events: events.slice(0, LAST_CHANGES) }
})

export const action = saves(
  'driver.save',
  driverInput,
  async (change, input, { request, params }: Route.ActionArgs) => {
    await saveDriver(change, params.id, input)
    return wayBack(request) ?? withDone(href('/admin/drivers/:id', params), 'saved')
  },
)

export default function EditDriverScreen({ loaderData: { events, ...driver } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SideBySide>
      <Section title={t('page.fleet.driver.edit')}>
        <ContractWay />
        {driver.nifValid ? null : <Notice tone="warn">{t('page.fleet.driver.nifWrong')}</Notice>}
        <Form of={driverRecord} values={driver} drawn={drawnOf(driver)} version={driver.version}>
          <Actions>
            <SubmitButton>{t('page.fleet.driver.save')}</SubmitButton>
            <LinkButton to={`/admin/drivers/${driver.id}`} kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
      </Section>
      <LastChanges events={events} of={driverRecord} record={`/admin/drivers/${driver.id}`} />
    </SideBySide>
  )
}
