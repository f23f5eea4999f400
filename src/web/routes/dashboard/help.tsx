import { listAnswers } from '#features/search/answers/queries.server.ts'
import { findAnswers } from '#features/search/answers/schema.ts'
import { languageOf } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { Answers } from '#web/parts/answers.tsx'
import { useBrand } from '#web/shell/brand.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Actions } from '#web/ui/form.tsx'
import { Beside, Links, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/help.ts'

/** All of it is the program's own words: nothing of the person is read. */
export const loader = ({ url }: Route.LoaderArgs) => ({
  answers: findAnswers(listAnswers('drivers', languageOf(url.pathname)), url.searchParams.get('q') ?? ''),
})

/** What drivers ask, each with its answer and its place; and how a person is reached. */
export default function HelpScreen({ loaderData: { answers } }: Route.ComponentProps) {
  const t = useT()
  const { phone, phoneHref } = useBrand()
  return (
    <>
      <PageHead
        title={t('page.help.title')}
        subtitle={t('page.help.subtitle')}
        actions={
          phone ? (
            <LinkButton to={`tel:${phoneHref}`} kind="primary" icon="phone">
              {t('page.help.office.call')}
            </LinkButton>
          ) : null
        }
      />
      <Beside>
        <Answers answers={answers} />
        <Office />
      </Beside>
    </>
  )
}

function Office() {
  const t = useT()
  const { phone, phoneHref, callKind, hours, email } = useBrand()
  return (
    <Card title={t('page.help.office.title')}>
      <Stack>
        {phone || email ? null : <Words>{t('page.help.office.unset')}</Words>}
        {phone ? (
          <div>
            <a href={`tel:${phoneHref}`}>{phone}</a>
            {callKind ? <Words look="small">{t(`common.brand.calls.${callKind}`)}</Words> : null}
          </div>
        ) : null}
        {email ? (
          <Links>
            <a href={`mailto:${email}`}>{email}</a>
          </Links>
        ) : null}
        {hours ? <Words>{t('page.help.office.hours', { hours })}</Words> : null}
        <Actions>
          <LinkButton to="/contact/message?topic=statement">{t('page.help.office.write')}</LinkButton>
        </Actions>
      </Stack>
    </Card>
  )
}
