import { redirect } from 'react-router'
import { homeOf } from '#domain/access.ts'
import { isMailServerSet } from '#features/mail/mail-server/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { userContext } from '#web/context.ts'
import { sameLanguage, translatorFor, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { pageTitle } from '#web/seo.tsx'
import { passwordPageHeaders } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Actions } from '#web/ui/form.tsx'
import type { Route } from './+types/goodbye.ts'
import { Sheet } from './sheet.tsx'

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(translatorFor(languageOf(location.pathname))('page.security.goodbye.title'))

/** A person who is signed in has an open account, and is redirected. */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const user = context.get(userContext)
  if (user) throw redirect(sameLanguage(request, homeOf(user)), 303)
  return { leaves: await isMailServerSet() }
}

export const headers = passwordPageHeaders

/** The page after somebody closed their own account. */
export default function GoodbyeScreen({ loaderData: { leaves } }: Route.ComponentProps) {
  const t = useT()
  return (
    <Sheet
      title={t('page.security.goodbye.title')}
      text={t('page.security.goodbye.text')}
      after={<Link to="/contact">{t('page.security.goodbye.contact')}</Link>}
    >
      <Stack>
        <div>
          {leaves ? <p>{t('page.security.goodbye.mail')}</p> : null}
          <p>{t('page.security.goodbye.back')}</p>
        </div>
        <Actions>
          <LinkButton to="/" kind="primary">
            {t('page.security.goodbye.home')}
          </LinkButton>
        </Actions>
      </Stack>
    </Sheet>
  )
}
