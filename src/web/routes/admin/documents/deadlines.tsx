import { readNumber } from '#domain/record-id.ts'
import { ZONE } from '#domain/week.ts'
import { useSearchParams } from 'react-router'
import { listDeadlines } from '#features/papers/deadlines/queries.server.ts'
import { formatDay, formatStripDay } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { PaperLine } from '#web/parts/paper-line.tsx'
import { shows } from '#web/screen.server.ts'
import { Done } from '#web/ui/notice.tsx'
import type { Route } from './+types/deadlines.ts'
import { DEADLINES, TONES, urgencyOf } from './deadlines-list.tsx'

/** Days around today that are drawn; the list has the deadlines beyond them. */
const DAYS = { back: 45, ahead: 120 }

export const loader = shows(async (args: Route.LoaderArgs, asking) => {
  const deadlines = listDeadlines(asking.now)
  const page = await listPage(DEADLINES, deadlines, args, asking)
  return { page, deadlines: await deadlines, today: asking.now.toZonedDateTimeISO(ZONE).toPlainDate().toString() }
})

export default function DeadlinesScreen({ loaderData: { page, deadlines, today } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const askedCount = readNumber(query.get('asked'))
  return (
    <ListScreen
      of={DEADLINES}
      shown={page}
      subtitle={t('page.papers.deadlines.subtitle')}
      back={{ to: '/admin/documents', label: t('page.papers.office.back') }}
    >
      {askedCount > 0 ? <Done>{t('page.papers.askAgain.done', { count: askedCount })}</Done> : null}
      <PaperLine
        ends={deadlines.flatMap((deadline) =>
          deadline.daysLeft === null || deadline.on === null
            ? []
            : [
                {
                  key: deadline.id,
                  day: deadline.daysLeft,
                  name: deadline.of || t('page.papers.deadlines.company'),
                  words: `${deadline.kindName[t.language]}, ${formatDay(deadline.on, t.language)}`,
                  short: formatStripDay(deadline.on, t.language),
                  tone: TONES[urgencyOf(deadline)],
                },
              ],
        )}
        today={today}
        {...DAYS}
      />
    </ListScreen>
  )
}
