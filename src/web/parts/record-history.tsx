import type { AuditEvent } from '#features/audit/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Story } from './story.tsx'

/** At the foot of a record's page what became of it: who did what, and when. It opens when somebody asks. */
export function RecordHistory({ events }: { events: readonly AuditEvent[] }) {
  const t = useT()
  if (events.length === 0) return null
  return (
    <Disclosure summary={t('page.fleet.history.title')} aside={events.length}>
      <Story events={events} of={null} />
    </Disclosure>
  )
}
