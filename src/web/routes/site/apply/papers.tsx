import { stepAfter } from '#domain/application.ts'
import { savePapers } from '#features/recruitment/commands.server.ts'
import { papersInput, papersRecord } from '#features/recruitment/schema.ts'
import { languageOf } from '#messages/language.ts'
import { show, submit } from '#web/answer.server.ts'
import { translatorFor, useT } from '#web/i18n.tsx'
import { pageTitle } from '#web/seo.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { privateHeaders } from '../visitor-form.server.ts'
import type { Route } from './+types/papers.ts'
import { ApplyFrame, stepBefore } from './apply-frame.tsx'
import { codeOf } from './private-link.ts'
import { nextStepPage, openApplication } from './step.server.ts'

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(translatorFor(languageOf(location.pathname))('page.apply.papers.title'))

export const loader = async (asked: Route.LoaderArgs) => {
  const { code, application } = await openApplication(asked)
  const { regime, state, licenceYear, certificate, certificateUntil, platforms, nif } = application
  const values = { licenceYear, certificate, certificateUntil, platforms, nif }
  return { regime, said: values, back: state === 'started' ? stepBefore('papers', regime, code) : undefined }
}

export const action = (asked: Route.ActionArgs) => {
  const { request, context, url } = asked
  return show(() =>
    submit({ request, context }, 'application.save', papersInput, async (input, change) => {
      const code = codeOf(url)
      const application = await savePapers(change, code, input)
      return nextStepPage(asked, code, stepAfter('papers', application.regime) ?? 'review', application)
    }),
  )
}

export const headers = privateHeaders

export default function PapersStep({ loaderData: { regime, said, back } }: Route.ComponentProps) {
  const t = useT()
  return (
    <ApplyFrame
      step="papers"
      regime={regime}
      title={t('page.apply.papers.title')}
      lead={t('page.apply.papers.lead')}
      aside={t('page.apply.papers.aside')}
      back={back}
    >
      <Form of={papersRecord} values={{ ...said, platforms: said.platforms ?? 'none' }}>
        <Actions>
          <SubmitButton>{t('page.apply.next')}</SubmitButton>
        </Actions>
      </Form>
    </ApplyFrame>
  )
}
