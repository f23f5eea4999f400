import { redirect } from 'react-router'
import { APPLIED_REGIMES } from '#domain/application.ts'
import { applicationCode, savePerson } from '#features/recruitment/commands.server.ts'
import { isMailServerSet } from '#features/mail/mail-server/queries.server.ts'
import { findOwnApplication } from '#features/recruitment/queries.server.ts'
import { personInput, personRecord } from '#features/recruitment/schema.ts'
import { newStamp } from '#features/visitors/commands.server.ts'
import { findReferrer } from '#features/adjustments/referrals/queries.server.ts'
import { limitsOf } from '#forms/record.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { readCookie } from '#web/cookies.server.ts'
import { sameLanguage, translatorFor, useT } from '#web/i18n.tsx'
import { pageTitle } from '#web/seo.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { REFERRAL_COOKIE, REFERRAL_SLUG } from '../referral-cookie.ts'
import { VisitorFields } from '../visitor-fields.tsx'
import { privateHeaders, submitVisitorForm } from '../visitor-form.server.ts'
import type { Route } from './+types/person.ts'
import { ApplyFrame } from './apply-frame.tsx'
import { codeOf, pageOf } from './private-link.ts'

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(translatorFor(languageOf(location.pathname))('page.apply.person.title'))

/**
 * Without a code a new application begins: its private link is made when the form is sent. A code without an application
 * begins none, because the person who made it up could read what somebody else types.
 */
export const loader = ({ request, url, context }: Route.LoaderArgs) =>
  show(async () => {
    const wanted = APPLIED_REGIMES.find((regime) => regime === url.searchParams.get('regime'))
    const code = url.searchParams.has('code') ? codeOf(url) : null
    const known = code === null ? null : await findOwnApplication(code)
    if (code !== null && !known)
      throw redirect(sameLanguage(request, `/signup/person${wanted ? `?regime=${wanted}` : ''}`), 303)
    if (code !== null && known && known.state !== 'started')
      throw redirect(sameLanguage(request, pageOf('state', code)), 303)
    const { name, email, phone, municipality, regime, source } = known ?? {}
    return {
      said: {
        name,
        email,
        phone,
        municipality: municipality ?? undefined,
        regime: wanted ?? regime ?? 'rental',
        source: source === 'unsaid' ? undefined : source,
      },
      // The name from the referral link, whether or not a driver has it: strangers must not learn who drives here.
      referral: readCookie(request, REFERRAL_COOKIE, REFERRAL_SLUG),
      leaves: await isMailServerSet(),
      stamp: newStamp(context.get(requestContext).now),
    }
  })

export const action = ({ request, url, context }: Route.ActionArgs) =>
  show(() =>
    submitVisitorForm(
      { request, context, form: 'application', action: 'application.start', schema: personInput },
      async (input, change, stamp) => {
        const linkCode = url.searchParams.has('code') ? codeOf(url) : null
        const isBegun = linkCode !== null && (await findOwnApplication(linkCode, change.tx)) !== null
        const code = isBegun ? linkCode : applicationCode(stamp)
        const named = readCookie(request, REFERRAL_COOKIE, REFERRAL_SLUG)
        const referral = named !== null && (await findReferrer(named, change.tx)) !== null ? named : null
        await savePerson(change, code, input, { language: languageOf(url.pathname), referral })
        return sameLanguage(request, pageOf('papers', code))
      },
    ),
  )

export const headers = privateHeaders

export default function PersonStep({ loaderData: { said, referral, leaves, stamp } }: Route.ComponentProps) {
  const t = useT()
  return (
    <ApplyFrame
      step="person"
      regime={said.regime}
      title={t('page.apply.person.title')}
      lead={t('page.apply.person.lead')}
      aside={t('page.apply.person.aside')}
      back="/signup"
    >
      <Form
        of={personRecord}
        values={said}
        above={referral ? <p>{t('page.apply.referred', { slug: referral })}</p> : null}
        drawn={{
          ...(leaves ? {} : { email: <EmailWithoutServer email={said.email} /> }),
          ...(referral ? { source: null } : {}),
        }}
      >
        <VisitorFields stamp={stamp} />
        <Actions>
          <SubmitButton>{t('page.apply.next')}</SubmitButton>
        </Actions>
      </Form>
    </ApplyFrame>
  )
}

/** Without a mail server the office writes from its own mailbox. */
function EmailWithoutServer({ email = '' }: { email: string | undefined }) {
  const t = useT()
  return (
    <TextField
      name="email"
      type="email"
      label={t('page.apply.person.email')}
      help={t('page.apply.person.emailKept')}
      autoComplete="email"
      {...limitsOf(personRecord.fields.email)}
      defaultValue={email}
    />
  )
}
