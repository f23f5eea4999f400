import { edgeOfZone } from '#domain/zone.ts'
import { listCarChoices } from '#features/fleet/vehicles/queries.server.ts'
import { makeZone } from '#features/positions/zones/commands.server.ts'
import { listZones } from '#features/positions/zones/queries.server.ts'
import { zoneInput, zoneRecord } from '#features/positions/zones/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new-zone.ts'
import styles from './monitor.module.css'
import { streetsOfMap } from '#features/positions/streets/queries.server.ts'
import { ZoneMapPane } from './zone-map-pane.tsx'

export const loader = shows(async () => {
  const [vehicles, zones, streets] = await Promise.all([listCarChoices(), listZones(), streetsOfMap()])
  return {
    vehicles,
    first: { shape: 'circle', covers: 'all', tellsLeaving: true },
    others: zones.map(({ shape }) => edgeOfZone(shape)),
    streets,
  }
})

export const action = saves('position.make-zone', zoneInput, async (change, input) => {
  await makeZone(change, input)
  return withDone('/admin/monitor/zones', 'saved')
})

/** A zone by its middle and radius, or by its corners. */
export default function NewZoneScreen({ loaderData: { vehicles, first, others, streets } }: Route.ComponentProps) {
  const t = useT()
  return (
    <div className={styles.split}>
      <div className={styles.list}>
        <PageHead
          title={t('page.zones.newTitle')}
          subtitle={t('page.zones.emptyText')}
          back={{ to: '/admin/monitor/zones', label: t('page.zones.title') }}
        />
        <Form of={zoneRecord} values={first} offered={{ cars: vehicles }}>
          <Actions>
            <SubmitButton>{t('page.zones.save')}</SubmitButton>
          </Actions>
        </Form>
      </div>
      <ZoneMapPane others={others} streets={streets} />
    </div>
  )
}
