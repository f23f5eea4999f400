import type { AuditEvent } from '#features/audit/schema.ts'
import type { Described } from '#forms/record.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Section } from '#web/ui/card.tsx'
import { Story } from './story.tsx'

/** How many changes stand beside a form. */
export const LAST_CHANGES = 6

/** Beside the form of a record what became of it last, and the way to the rest. `record`: its address. */
export function LastChanges({ events, of, record }: { events: readonly AuditEvent[]; of: Described; record: string }) {
  const t = useT()
  return (
    <Section
      title={t('page.fleet.history.title')}
      aside={<Link to={`${record}/history`}>{t('page.fleet.history.all')}</Link>}
    >
      <Story events={events} of={of} />
    </Section>
  )
}
