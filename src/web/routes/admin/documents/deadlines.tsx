import { readNumber } from '#domain/record-id.ts'
import { useSearchParams } from 'react-router'
import { listDeadlines } from '#features/papers/deadlines/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { shows } from '#web/screen.server.ts'
import { Done } from '#web/ui/notice.tsx'
import type { Route } from './+types/deadlines.ts'
import { DEADLINES } from './deadlines-list.tsx'

export const loader = shows(async (args: Route.LoaderArgs, asking) =>
  listPage(DEADLINES, listDeadlines(asking.now), args, asking),
)

export default function DeadlinesScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const asked = readNumber(query.get('asked'))
  return (
    <ListScreen
      of={DEADLINES}
      shown={loaderData}
      subtitle={t('page.papers.deadlines.subtitle')}
      back={{ to: '/admin/documents', label: t('page.papers.office.back') }}
    >
      {asked > 0 ? <Done>{t('page.papers.askAgain.done', { count: asked })}</Done> : null}
    </ListScreen>
  )
}
