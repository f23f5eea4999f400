import { listApplications } from '#features/recruitment/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import type { Route } from './+types/applications.ts'
import { CANDIDATES } from './candidates.tsx'
import { RecruitmentTabs } from './recruitment-tabs.tsx'
import { waitingAt } from './waiting.server.ts'

export const loader = shows(async (args: Route.LoaderArgs, asking) => {
  const [page, waiting] = await Promise.all([
    listPage(CANDIDATES, listApplications(), args, asking),
    waitingAt(asking.now),
  ])
  return { page, waiting }
})

export default function ApplicationsScreen({ loaderData: { page, waiting } }: Route.ComponentProps) {
  const t = useT()
  return (
    <ListScreen
      of={CANDIDATES}
      shown={page}
      actions={<LinkButton to="/signup">{t('page.recruitment.seeSite')}</LinkButton>}
    >
      <RecruitmentTabs current="list" waiting={waiting} />
    </ListScreen>
  )
}
