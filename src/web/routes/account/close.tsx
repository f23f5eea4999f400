import { redirect } from 'react-router'
import { areaOf } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { closeOwnAccount } from '#features/accounts/commands.server.ts'
import { closeOwnInput } from '#features/accounts/schema.ts'
import { languageOf } from '#messages/language.ts'
import { actorOf, answer, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, translatorFor, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { pageTitle } from '#web/seo.tsx'
import {
  signOutVisitor,
  passwordPageHeaders,
  requireRecentSignIn,
  requireUser,
  sessionOf,
} from '#web/session.server.ts'
import { CheckboxField } from '#web/ui/fields.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import type { Route } from './+types/close.ts'
import styles from './sheet.module.css'
import { Sheet } from './sheet.tsx'

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(translatorFor(languageOf(location.pathname))('page.security.close.title'))

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    const user = requireUser(context)
    refuseViewing(context)
    const { email, role } = user
    return { email, role, profile: `${areaOf(user)}/profile` }
  })

/** Closes the account and ends the session; the good-bye is a page that needs neither. */
export const action = ({ request, context }: Route.ActionArgs) =>
  show(async () => {
    const { uid } = requireUser(context)
    refuseViewing(context)
    return answer(request, closeOwnInput, async () => {
      requireRecentSignIn(context)
      await closeOwnAccount(uid, actorOf(context), context.get(requestContext).now)
      const { headers } = await signOutVisitor(request, context)
      return redirect(sameLanguage(request, '/login/goodbye'), { status: 303, headers })
    })
  })

export const headers = passwordPageHeaders

/** Refuses somebody who looks at a driver's area: nobody's account is closed from there. */
function refuseViewing(context: Route.LoaderArgs['context']): void {
  if (sessionOf(context)?.viewing) throw new Refusal('access.viewing')
}

/** The second of two questions: what will happen, and whether the person wants that. */
export default function CloseScreen({ loaderData: { email, role, profile } }: Route.ComponentProps) {
  const t = useT()
  const happens = t.list(`page.security.close.${role === 'admin' ? 'office' : 'driver'}`)
  return (
    <Sheet
      title={t('page.security.close.title')}
      text={t('page.security.close.account', { email })}
      after={<Link to={profile}>{t('common.cancel')}</Link>}
    >
      <Form>
        <h2>{t('page.security.close.what')}</h2>
        <ul className={styles.points}>
          {happens.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {role === 'driver' ? <p>{t('page.security.close.leaving')}</p> : null}
        <CheckboxField name="sure" label={t('page.security.close.sure')} required />
        <SubmitButton wide kind="danger">
          {t('page.security.close.go')}
        </SubmitButton>
      </Form>
    </Sheet>
  )
}
