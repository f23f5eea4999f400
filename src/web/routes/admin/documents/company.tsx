import { listSlots } from '#features/papers/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { DoneNote } from '#web/parts/done-note.tsx'
import { HolderPapers } from '#web/parts/holder-papers.tsx'
import { shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/company.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => ({
  slots: await listSlots({ holder: 'company' }, now),
}))

/** The operator's own papers. */
export default function CompanyPapersScreen({ loaderData: { slots } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        back={{ to: '/admin/documents', label: t('page.papers.office.back') }}
        title={t('page.papers.company.title')}
        subtitle={t('page.papers.company.subtitle')}
      />
      <Page>
        <Stack>
          <DoneNote />
          <Section title={t('page.papers.tab')}>
            <HolderPapers base="/admin/documents/company" slots={slots} />
          </Section>
        </Stack>
      </Page>
    </>
  )
}
