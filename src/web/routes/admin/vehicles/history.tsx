import { listEvents } from '#features/audit/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { useT } from '#web/i18n.tsx'
import { HistoryTable } from '#web/parts/history-table.tsx'
import { requireAdmin } from '#web/session.server.ts'
import { Section } from '#web/ui/card.tsx'
import type { Route } from './+types/history.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    return listEvents(`vehicle:${params.id}`)
  })

export default function VehicleHistoryScreen({ loaderData: events }: Route.ComponentProps) {
  const t = useT()
  return (
    <Section title={t('page.fleet.history.title')}>
      <HistoryTable events={events} />
    </Section>
  )
}
