import { listEvents } from '#features/audit/queries.server.ts'
import { saveZone } from '#features/positions/zones/commands.server.ts'
import { getZone, typedZone } from '#features/positions/zones/queries.server.ts'
import { zoneInput, zoneRecord } from '#features/positions/zones/schema.ts'
import { listOwners } from '#features/weeks/unmatched/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { DoneNote, withDone } from '#web/parts/done-note.tsx'
import { LAST_CHANGES } from '#web/parts/last-changes.tsx'
import { Story } from '#web/parts/story.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Beside, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/zone.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const zone = await getZone(params.zone)
  const [{ vehicles }, events] = await Promise.all([listOwners(), listEvents(`zone:${zone.id}`)])
  return {
    zone,
    values: typedZone(zone),
    events: events.slice(0, LAST_CHANGES),
    vehicles: vehicles.map(({ id, plate }) => ({ value: id, label: plate })),
  }
})

export const action = saves('position.save-zone', zoneInput, async (change, input, { params }: Route.ActionArgs) => {
  await saveZone(change, params.zone, input)
  return withDone(`/admin/monitor/zones/${params.zone}`, 'saved')
})

/** One zone, to be read and changed, and what became of it. */
export default function ZoneScreen({ loaderData: { zone, values, events, vehicles } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={zone.name}
        back={{ to: '/admin/monitor/zones', label: t('page.zones.title') }}
        actions={<LinkButton to={`/admin/monitor/zones/${zone.id}/end`}>{t('page.zones.end')}</LinkButton>}
      />
      <DoneNote />
      <Beside>
        <Form of={zoneRecord} values={values} offered={{ cars: vehicles }}>
          <Words look="small">{t('page.zones.counts', { at: formatInstant(zone.since, t.language) })}</Words>
          <Actions>
            <SubmitButton>{t('page.zones.save')}</SubmitButton>
          </Actions>
        </Form>
        <Section title={t('page.zones.history')}>
          <Story events={events} of={zoneRecord} />
        </Section>
      </Beside>
    </>
  )
}
