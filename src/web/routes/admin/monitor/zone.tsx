import { edgeOfZone } from '#domain/zone.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { listCarChoices } from '#features/fleet/vehicles/queries.server.ts'
import { saveZone } from '#features/positions/zones/commands.server.ts'
import { getZone, listZones, typedZone } from '#features/positions/zones/queries.server.ts'
import { zoneInput, zoneRecord } from '#features/positions/zones/schema.ts'
import { opened, refuseIfChanged } from '#forms/merge.ts'
import { formatInstant } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { DoneNote, withDone } from '#web/parts/done-note.tsx'
import { LAST_CHANGES } from '#web/parts/last-changes.tsx'
import { Story } from '#web/parts/story.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/zone.ts'
import styles from './monitor.module.css'
import { streetsOfMap } from '#features/positions/streets/queries.server.ts'
import { ZoneMapPane } from './zone-map-pane.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const zone = await getZone(params.zone)
  const [vehicles, events, zones, streets] = await Promise.all([
    listCarChoices(),
    listEvents(`zone:${zone.id}`),
    listZones(),
    streetsOfMap(),
  ])
  return {
    zone,
    values: typedZone(zone),
    events: events.slice(0, LAST_CHANGES),
    others: zones.flatMap(({ id, shape }) => (id === zone.id ? [] : [edgeOfZone(shape)])),
    streets,
    vehicles,
  }
})

export const action = saves(
  'position.save-zone',
  zoneInput.and(opened),
  async (change, { opened: seen, ...input }, { params, url }: Route.ActionArgs) => {
    const before = typedZone(await getZone(params.zone, change.tx))
    refuseIfChanged(zoneRecord, seen, before, languageOf(url.pathname))
    await saveZone(change, params.zone, input)
    return withDone(`/admin/monitor/zones/${params.zone}`, 'saved')
  },
)

/** One zone, to read and to change, with its history. */
export default function ZoneScreen({
  loaderData: { zone, values, events, vehicles, others, streets },
}: Route.ComponentProps) {
  const t = useT()
  return (
    <div className={styles.split}>
      <div className={styles.list}>
        <PageHead
          title={zone.name}
          back={{ to: '/admin/monitor/zones', label: t('page.zones.title') }}
          actions={<LinkButton to={`/admin/monitor/zones/${zone.id}/end`}>{t('page.zones.end')}</LinkButton>}
        />
        <Stack>
          <DoneNote />
          <Form of={zoneRecord} values={values} version={null} offered={{ cars: vehicles }}>
            <Words look="small">{t('page.zones.counts', { at: formatInstant(zone.since, t.language) })}</Words>
            <Actions>
              <SubmitButton>{t('page.zones.save')}</SubmitButton>
            </Actions>
          </Form>
          <Section title={t('page.zones.history')}>
            <Story events={events} of={zoneRecord} />
          </Section>
        </Stack>
      </div>
      <ZoneMapPane others={others} streets={streets} />
    </div>
  )
}
