import { listAnswers } from '#features/search/answers/queries.server.ts'
import { findAnswers } from '#features/search/answers/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Answers } from '#web/parts/answers.tsx'
import { shows } from '#web/screen.server.ts'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/answers.ts'

export const loader = shows(async ({ url }: Route.LoaderArgs, { t }) => ({
  answers: findAnswers(listAnswers('office', t.language), url.searchParams.get('q') ?? ''),
}))

/** What the office asks most, each with its answer and the page where it is done. */
export default function AnswersScreen({ loaderData: { answers } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.support.answers')}
        subtitle={t('page.help.officeSubtitle')}
        back={{ to: '/admin/support', label: t('page.support.office.back') }}
      />
      <Page>
        <Answers answers={answers} />
      </Page>
    </>
  )
}
