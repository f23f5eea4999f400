import type { ReactNode } from 'react'
import { redirect } from 'react-router'
import { type ApplicationStep, lawDoubts, stepsOf } from '#domain/application.ts'
import { ZONE } from '#domain/week.ts'
import { sendApplication } from '#features/recruitment/commands.server.ts'
import { reviewInput } from '#features/recruitment/schema.ts'
import { languageOf } from '#messages/language.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, translatorFor, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { tellPixelOf } from '#web/measuring/tell-pixel.server.ts'
import { pageTitle } from '#web/seo.tsx'
import { CheckboxField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { privateHeaders } from '../visitor-form.server.ts'
import type { Route } from './+types/review.ts'
import { ApplyFrame, stepBefore } from './apply-frame.tsx'
import { codeOf, pageOf } from './private-link.ts'
import styles from './review.module.css'
import { DocumentAnswers, PaperAnswers, PersonAnswers, VehicleAnswers, answersOf } from './answers.tsx'
import { openApplication } from './step.server.ts'

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(translatorFor(languageOf(location.pathname))('page.apply.review.title'))

export const loader = async (asked: Route.LoaderArgs) => {
  const { code, application } = await openApplication(asked)
  // Whoever comes back to this page after sending would read here that the office has nothing yet.
  if (application.state !== 'started') throw redirect(sameLanguage(asked.request, pageOf('state', code)), 303)
  const { licenceYear, certificateUntil, vehicle } = application
  const today = asked.context.get(requestContext).now.toZonedDateTimeISO(ZONE).toPlainDate()
  const doubts = lawDoubts({ licenceYear, certificateUntil, vehicleYear: vehicle?.year ?? null }, today)
  return { code, answers: answersOf(application), doubts, back: stepBefore('review', application.regime, code) }
}

export const action = ({ request, context, url }: Route.ActionArgs) =>
  show(() =>
    submit({ request, context }, 'application.send', reviewInput, async ({ keep }, change) => {
      const code = codeOf(url)
      await sendApplication(change, code, { keep: keep === 'on', language: languageOf(url.pathname) })
      await tellPixelOf('registration-completed', { request, context }, change)
      return sameLanguage(request, pageOf('state', code, '&sent'))
    }),
  )

export const headers = privateHeaders

/** All answers, each part with a link back to its form, and the two consents in words. */
export default function ReviewStep({ loaderData: { code, answers, doubts, back } }: Route.ComponentProps) {
  const t = useT()
  const parts: Partial<Record<ApplicationStep, ReactNode>> = {
    person: <PersonAnswers answers={answers} />,
    papers: <PaperAnswers answers={answers} />,
    vehicle: <VehicleAnswers answers={answers} />,
    documents: <DocumentAnswers answers={answers} />,
  }
  return (
    <ApplyFrame
      step="review"
      regime={answers.regime}
      title={t('page.apply.review.title')}
      lead={t('page.apply.review.lead')}
      aside={t('page.apply.review.aside')}
      back={back}
    >
      {doubts.length > 0 ? (
        <Notice tone="warn" title={t('page.apply.doubtsTitle')}>
          {doubts.map((doubt) => (
            <p key={doubt}>{t(`page.apply.doubts.${doubt}`)}</p>
          ))}
          <p>{t('page.apply.doubtsText')}</p>
        </Notice>
      ) : null}
      {stepsOf(answers.regime)
        .filter((step) => step !== 'review')
        .map((step) => (
          <section key={step} className={styles.part}>
            <header>
              <h2>{t(`page.apply.steps.${step}`)}</h2>
              <Link
                to={pageOf(step, code)}
                aria-label={t('page.apply.review.change', { step: t(`page.apply.steps.${step}`).toLowerCase() })}
              >
                {t('page.apply.review.changeShort')}
              </Link>
            </header>
            {parts[step]}
          </section>
        ))}
      <Form>
        <h2>{t('page.apply.review.consents')}</h2>
        <CheckboxField
          name="accept"
          label={t('page.apply.review.accept')}
          help={<Link to="/legal/privacy">{t('page.apply.review.privacy')}</Link>}
          required
        />
        <CheckboxField name="keep" label={t('page.apply.review.keep')} />
        <Actions>
          <SubmitButton>{t('page.apply.review.send')}</SubmitButton>
        </Actions>
      </Form>
    </ApplyFrame>
  )
}
