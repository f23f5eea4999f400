import { type ApplicationState, isOpen, missingDocuments, openSteps } from '#domain/application.ts'
import { isMailServerSet } from '#features/mail/mail-server/queries.server.ts'
import { withdrawApplication } from '#features/recruitment/commands.server.ts'
import { getOwnApplication } from '#features/recruitment/queries.server.ts'
import { ownWithdrawal } from '#features/recruitment/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { inLanguage, languageOf } from '#messages/language.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, translatorFor, useT } from '#web/i18n.tsx'
import { pageTitle } from '#web/seo.tsx'
import { siteAddress } from '#web/site-address.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Fact, Facts } from '#web/ui/card.tsx'
import { TextToTake } from '#web/ui/fields.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Done } from '#web/ui/notice.tsx'
import { Road, type Stop } from '#web/ui/road.tsx'
import { Columns, More, Opening, Part } from '../pieces.tsx'
import { privateHeaders } from '../visitor-form.server.ts'
import type { Route } from './+types/state.ts'
import { codeOf, pageOf } from './private-link.ts'
import { DocumentAnswers, PaperAnswers, PersonAnswers, VehicleAnswers, answersOf } from './answers.tsx'
import styles from './state.module.css'

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(translatorFor(languageOf(location.pathname))('page.apply.state.title'))

export const loader = ({ url }: Route.LoaderArgs) =>
  show(async () => {
    const code = codeOf(url)
    const application = await getOwnApplication(code)
    const { state, reason, sentAt, regime, certificate, vehicle, documents } = application
    const answered = { regime, certificate, vehiclePlate: vehicle?.plate ?? null, documents: documents.length }
    const answers = answersOf(application)
    const missingKinds = missingDocuments(
      regime,
      documents.map(({ kind }) => kind),
    )
    return {
      code,
      state,
      reason,
      sentAt,
      answers,
      missingSteps: openSteps(answered),
      missingKinds,
      isNew: url.searchParams.has('sent'),
      // Without a mail server no mail has this page's address: the page shows it, for the applicant to note.
      addressToNote: (await isMailServerSet())
        ? null
        : `${siteAddress()}${inLanguage(pageOf('state', code), languageOf(url.pathname))}`,
    }
  })

export const action = ({ request, context, url }: Route.ActionArgs) =>
  show(() =>
    submit({ request, context }, 'application.withdraw', ownWithdrawal.input, async (why, change) => {
      const code = codeOf(url)
      await withdrawApplication(change, code, why)
      return sameLanguage(request, pageOf('state', code))
    }),
  )

export const headers = privateHeaders

export default function StateScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const { code, state, reason, sentAt, answers, missingSteps, missingKinds, isNew, addressToNote } = loaderData
  const t = useT()
  return (
    <>
      <Opening
        title={t('page.apply.state.title')}
        lead={t(`page.apply.state.words.${state}`, { reason: reason ?? '' }).trim()}
      >
        {isNew ? (
          <div className={styles.done}>
            <Done>
              {addressToNote === null
                ? t('page.apply.state.sent', { email: answers.email })
                : t('page.apply.state.sentAlone')}
            </Done>
          </div>
        ) : null}
        {addressToNote === null ? null : (
          <div className={styles.done}>
            <TextToTake id="own-link" label={t('page.apply.state.keep')} text={addressToNote} />
          </div>
        )}
        {reply ? (
          <div className={styles.done}>
            <FormReply reply={reply} />
          </div>
        ) : null}
        <div className={styles.road}>
          <Road stops={stopsOf(state, t)} label={t('page.apply.state.road')} />
        </div>
      </Opening>
      <Part tone="alt">
        <Columns>
          <div>
            <NextStep code={code} state={state} missingSteps={missingSteps} missingKinds={missingKinds} />
          </div>
          <div>
            <div className={styles.facts}>
              <h2>{t('page.apply.state.facts')}</h2>
              {sentAt ? (
                <Facts>
                  <Fact name={t('page.apply.state.sentAt')}>{formatInstant(sentAt, t.language)}</Fact>
                </Facts>
              ) : null}
              <PersonAnswers answers={answers} />
              <PaperAnswers answers={answers} />
              {answers.regime === 'slot' ? <VehicleAnswers answers={answers} /> : null}
              {answers.documents.length > 0 ? <DocumentAnswers answers={answers} /> : null}
            </div>
            {isOpen(state) ? (
              <div className={styles.leave}>
                <p>{t('page.apply.state.withdrawText')}</p>
                <Form action={`?code=${code}`} of={ownWithdrawal} reply={reply} quiet>
                  <p>
                    <SubmitButton kind="danger">{t('page.apply.state.withdraw')}</SubmitButton>
                  </p>
                </Form>
              </div>
            ) : null}
          </div>
        </Columns>
      </Part>
    </>
  )
}

type NextStepProps = Pick<Route.ComponentProps['loaderData'], 'code' | 'state' | 'missingSteps' | 'missingKinds'>

/** What the applicant can do next, in each state of the application. */
function NextStep({ code, state, missingSteps, missingKinds }: NextStepProps) {
  const t = useT()
  if (state === 'started') {
    return (
      <p>
        <LinkButton kind="primary" to={pageOf('review', code)}>
          {t('page.apply.state.goOn')}
        </LinkButton>
      </p>
    )
  }
  if (state === 'approved') {
    return (
      <p>
        <LinkButton kind="primary" to="/login">
          {t('page.apply.state.signIn')}
        </LinkButton>
      </p>
    )
  }
  if (!isOpen(state)) return <More to="/contact">{t('page.apply.state.contact')}</More>
  const steps = missingSteps.filter((step) => step === 'papers' || step === 'vehicle')
  return (
    <>
      <h2>{t('page.apply.state.missing')}</h2>
      {steps.length === 0 && missingKinds.length === 0 ? <p>{t('page.apply.state.complete')}</p> : null}
      {missingKinds.length > 0 ? (
        <>
          <p>{t('page.apply.state.lacking')}</p>
          <ul className={styles.lacking}>
            {missingKinds.map((kind) => (
              <li key={kind}>{t(`page.apply.documents.kinds.${kind}`)}</li>
            ))}
          </ul>
        </>
      ) : null}
      <ul className={styles.ways}>
        {[...steps, 'documents' as const].map((step) => (
          <li key={step}>
            <More to={pageOf(step, code)}>{t(`page.apply.state.add.${step}`)}</More>
          </li>
        ))}
      </ul>
    </>
  )
}

function stopsOf(state: ApplicationState, t: ReturnType<typeof useT>): Stop[] {
  const road = ['received', 'talking', 'checking'] as const
  const isDecided = state !== 'started' && !isOpen(state)
  const here = isDecided ? road.length : road.findIndex((stage) => stage === state)
  const stops = [...road, 'decided' as const].map((name, index): Stop => ({
    label: t(`page.apply.state.stops.${name}`),
    state: index < here || state === 'approved' ? 'done' : index === here ? 'now' : 'todo',
  }))
  return stops
}
