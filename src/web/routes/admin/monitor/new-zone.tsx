import { makeZone } from '#features/positions/zones/commands.server.ts'
import { zoneInput, zoneRecord } from '#features/positions/zones/schema.ts'
import { listOwners } from '#features/weeks/unmatched/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new-zone.ts'

export const loader = shows(async () => ({
  vehicles: (await listOwners()).vehicles.map(({ id, plate }) => ({ value: id, label: plate })),
  first: { shape: 'circle', covers: 'all', tellsLeaving: true },
}))

export const action = saves('position.make-zone', zoneInput, async (change, input) => {
  await makeZone(change, input)
  return withDone('/admin/monitor/zones', 'saved')
})

/** A zone by its middle and radius, or by its corners. */
export default function NewZoneScreen({ loaderData: { vehicles, first } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.zones.newTitle')}
        subtitle={t('page.zones.emptyText')}
        back={{ to: '/admin/monitor/zones', label: t('page.zones.title') }}
      />
      <Page width="narrow">
        <Form of={zoneRecord} values={first} offered={{ cars: vehicles }}>
          <Actions>
            <SubmitButton>{t('page.zones.save')}</SubmitButton>
          </Actions>
        </Form>
      </Page>
    </>
  )
}
