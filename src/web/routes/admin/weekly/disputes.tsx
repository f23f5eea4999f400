import { useSearchParams } from 'react-router'
import { listDisputes } from '#features/statements/disputes/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { shows } from '#web/screen.server.ts'
import { Done } from '#web/ui/notice.tsx'
import type { Route } from './+types/disputes.ts'
import { CONTESTED } from './contested.tsx'

export const loader = shows(async (args: Route.LoaderArgs, asking) =>
  listPage(CONTESTED, listDisputes(asking.now), args, asking),
)

const DONE = ['accepted', 'declined'] as const

export default function DisputesScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = DONE.find((name) => name === query.get('done'))
  return (
    <ListScreen
      of={CONTESTED}
      shown={loaderData}
      subtitle={t('page.disputes.office.subtitle')}
      back={{ to: '/admin/weekly', label: t('page.week.list.title') }}
    >
      {done ? <Done>{t(`page.disputes.office.done.${done}`)}</Done> : null}
    </ListScreen>
  )
}
