import { listAnswers } from '#features/search/answers/queries.server.ts'
import { partsOf } from '#features/search/answers/schema.ts'
import { findWritten } from '#features/search/texts/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Answers } from '#web/parts/answers.tsx'
import { findSections } from '#web/parts/found-help.server.ts'
import { shows } from '#web/screen.server.ts'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/answers.ts'

export const loader = shows(async ({ url }: Route.LoaderArgs, { t }) => {
  const typed = url.searchParams.get('q') ?? ''
  return {
    answers: findWritten(listAnswers('office', t.language), typed, partsOf),
    sections: findSections(typed, t.language),
  }
})

/** The office's most frequent questions, each with its answer and the page where it is done. */
export default function AnswersScreen({ loaderData: { answers, sections } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.support.answers')}
        subtitle={t('page.help.officeSubtitle')}
        back={{ to: '/admin/support', label: t('page.support.office.back') }}
      />
      <Page>
        <Answers answers={answers} sections={sections} />
      </Page>
    </>
  )
}
