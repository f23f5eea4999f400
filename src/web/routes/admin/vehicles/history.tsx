import { listEvents } from '#features/audit/queries.server.ts'
import { vehicleRecord } from '#features/fleet/vehicles/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Story } from '#web/parts/story.tsx'
import { shows } from '#web/screen.server.ts'
import { Section } from '#web/ui/card.tsx'
import type { Route } from './+types/history.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => listEvents(`vehicle:${params.id}`))

export default function VehicleHistoryScreen({ loaderData: events }: Route.ComponentProps) {
  const t = useT()
  return (
    <Section title={t('page.fleet.history.title')}>
      <Story events={events} of={vehicleRecord} />
    </Section>
  )
}
