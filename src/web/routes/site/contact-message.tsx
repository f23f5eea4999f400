import { writeToOffice } from '#features/visitors/contact/commands.server.ts'
import { messageInput, messageRecord, TOPICS } from '#features/visitors/contact/schema.ts'
import { newStamp } from '#features/visitors/commands.server.ts'
import { languageOf } from '#messages/language.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, translatorFor, useT } from '#web/i18n.tsx'
import { tellPixelOf } from '#web/measuring/tell-pixel.server.ts'
import { pageTitle } from '#web/seo.tsx'
import { useBrand } from '#web/shell/brand.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Actions, Form, KeyField, SubmitButton } from '#web/ui/form.tsx'
import type { Route } from './+types/contact-message.ts'
import styles from './contact-message.module.css'
import { Columns, Opening, Part } from './pieces.tsx'
import { VisitorFields } from './visitor-fields.tsx'
import { privateHeaders, submitVisitorForm } from './visitor-form.server.ts'

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(translatorFor(languageOf(location.pathname))('page.contact.message.title'))

export const loader = ({ url, context }: Route.LoaderArgs) => ({
  topic: TOPICS.find((topic) => topic === url.searchParams.get('topic')) ?? 'other',
  isSent: url.searchParams.has('sent'),
  stamp: newStamp(context.get(requestContext).now),
})

export const action = ({ request, url, context }: Route.ActionArgs) =>
  submitVisitorForm(
    { request, context, form: 'contact', action: 'contact.write', schema: messageInput },
    async (input, change) => {
      await writeToOffice(change, input, languageOf(url.pathname))
      await tellPixelOf('lead', { request, context }, change)
      return sameLanguage(request, '/contact/message?sent')
    },
  )

export const headers = privateHeaders

export default function ContactMessageScreen({ loaderData }: Route.ComponentProps) {
  const { topic, isSent, stamp } = loaderData
  const t = useT()
  const { phone, phoneHref, callKind, hours } = useBrand()
  if (isSent) {
    return (
      <Opening title={t('page.contact.message.sent.title')} lead={t('page.contact.message.sent.text')}>
        <p className={styles.onwards}>
          <LinkButton to="/" kind="primary">
            {t('page.contact.message.sent.home')}
          </LinkButton>
          <LinkButton to="/contact" kind="text">
            {t('page.contact.message.sent.another')}
          </LinkButton>
        </p>
      </Opening>
    )
  }
  return (
    <>
      <Opening title={t('page.contact.message.title')} lead={t(`page.contact.message.helps.${topic}`)} />
      <Part tone="alt">
        <Columns>
          <div>
            {phone ? (
              <>
                <h2>{t('page.signup.talk')}</h2>
                <p>
                  <a className={styles.phone} href={`tel:${phoneHref}`}>
                    {phone}
                  </a>
                </p>
                {callKind ? <p>{t(`common.brand.calls.${callKind}`)}</p> : null}
              </>
            ) : null}
            {hours ? <p>{hours}</p> : null}
          </div>
          <div className={styles.sheet}>
            <Form of={messageRecord} values={{ topic }}>
              <KeyField />
              <VisitorFields stamp={stamp} />
              <Actions>
                <SubmitButton>{t('page.contact.message.send')}</SubmitButton>
              </Actions>
            </Form>
          </div>
        </Columns>
      </Part>
    </>
  )
}
