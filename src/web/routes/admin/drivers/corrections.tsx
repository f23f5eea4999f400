import { useSearchParams } from 'react-router'
import { listCorrections } from '#features/fleet/corrections/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { shows } from '#web/screen.server.ts'
import { Done } from '#web/ui/notice.tsx'
import type { Route } from './+types/corrections.ts'
import { CORRECTIONS } from './corrections-asked.tsx'

export const loader = shows(async (args: Route.LoaderArgs, asking) =>
  listPage(CORRECTIONS, listCorrections(), args, asking),
)

const DONE = ['done', 'declined'] as const

export default function CorrectionsScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = DONE.find((name) => name === query.get('done'))
  return (
    <ListScreen
      of={CORRECTIONS}
      shown={loaderData}
      subtitle={t('page.corrections.office.subtitle')}
      back={{ to: '/admin/drivers', label: t('page.fleet.drivers.title') }}
    >
      {done ? <Done>{t(`page.corrections.done.${done}`)}</Done> : null}
    </ListScreen>
  )
}
