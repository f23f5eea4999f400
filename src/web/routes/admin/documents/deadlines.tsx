import { readNumber } from '#domain/record-id.ts'
import { ZONE } from '#domain/week.ts'
import { useSearchParams } from 'react-router'
import { listDeadlines } from '#features/papers/deadlines/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { shows } from '#web/screen.server.ts'
import { Done } from '#web/ui/notice.tsx'
import type { Route } from './+types/deadlines.ts'
import { DeadlineLine } from './deadline-line.tsx'
import { DEADLINES } from './deadlines-list.tsx'

export const loader = shows(async (args: Route.LoaderArgs, asking) => {
  const deadlines = listDeadlines(asking.now)
  const page = await listPage(DEADLINES, deadlines, args, asking)
  return { page, deadlines: await deadlines, today: asking.now.toZonedDateTimeISO(ZONE).toPlainDate().toString() }
})

export default function DeadlinesScreen({ loaderData: { page, deadlines, today } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const asked = readNumber(query.get('asked'))
  return (
    <ListScreen
      of={DEADLINES}
      shown={page}
      subtitle={t('page.papers.deadlines.subtitle')}
      back={{ to: '/admin/documents', label: t('page.papers.office.back') }}
    >
      {asked > 0 ? <Done>{t('page.papers.askAgain.done', { count: asked })}</Done> : null}
      <DeadlineLine deadlines={deadlines} today={today} />
    </ListScreen>
  )
}
