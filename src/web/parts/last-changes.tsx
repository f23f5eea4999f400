import type { AuditEvent } from '#features/audit/schema.ts'
import type { Described } from '#forms/record.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Section } from '#web/ui/card.tsx'
import { Story } from './story.tsx'

/** The number of changes shown beside a form. */
export const LAST_CHANGES = 6

/** The last changes of a record, beside its form, with a link to all of them. `record`: its address. */
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
