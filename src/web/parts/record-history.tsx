import type { AuditEvent } from '#features/audit/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Story } from './story.tsx'

/** The history of a record at the foot of its page: who did what, and when. It is folded at first. */
export function RecordHistory({ events }: { events: readonly AuditEvent[] }) {
  const t = useT()
  if (events.length === 0) return null
  return (
    <Disclosure summary={t('page.fleet.history.title')} aside={events.length}>
      <Story events={events} of={null} />
    </Disclosure>
  )
}
