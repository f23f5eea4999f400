import { firstOf } from '#domain/certain.ts'
import { type Week, isoWeek, weekName } from '#domain/week.ts'
import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Says that a platform's orders and its file differ for a week, and that nobody has answered it. */
export function OrdersNote({ weeks }: { weeks: readonly Week[] }) {
  const t = useT()
  if (weeks.length === 0) return null
  const week = firstOf(weeks)
  return (
    <Notice
      tone="warn"
      action={
        <LinkButton to={`/admin/data/connections/bolt/weeks/${weekName(week)}`}>
          {t('page.connections.note.open', { number: isoWeek(week).number })}
        </LinkButton>
      }
    >
      {t('page.connections.note.text', { count: weeks.length })}
    </Notice>
  )
}
