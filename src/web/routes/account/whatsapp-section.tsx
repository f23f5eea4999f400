import { useActionData } from 'react-router'
import type { OwnWhatsApp } from '#features/mail/whatsapp/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { type Reply, answered } from '#web/reply.ts'
import { Stack } from '#web/ui/card.tsx'
import { CheckboxField } from '#web/ui/fields.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Links, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { FoldedPart } from '#web/parts/folded-part.tsx'

/**
 * Whether a driver wants notices by WhatsApp, at the number of the record; hidden if the company sends none and the driver has not
 * asked for any.
 */
export function OwnWhatsAppNotices({ own }: { own: OwnWhatsApp }) {
  const t = useT()
  const actionData = useActionData<Reply | object>()
  const { consent, isOffered, isNumberNew } = own
  if (!isOffered && consent === null) return null
  return (
    <FoldedPart
      title={t('page.whatsApp.own.title')}
      summary={t(consent && !isNumberNew ? 'page.whatsApp.own.isOn' : 'page.whatsApp.own.isOff')}
      intents={['allow-whatsapp', 'withdraw-whatsapp']}
      open={isNumberNew}
      at="whatsapp"
    >
      <FormReply reply={answered(actionData, 'allow-whatsapp') ?? answered(actionData, 'withdraw-whatsapp')} />
      <Stack>
        {isNumberNew ? (
          <Notice tone="warn">
            <p>{t('page.whatsApp.own.changed')}</p>
          </Notice>
        ) : null}
        {consent && !isNumberNew ? (
          <Words>
            {t(isOffered ? 'page.whatsApp.own.on' : 'page.whatsApp.own.paused', {
              phone: consent.phone,
              at: formatInstant(consent.at, t.language),
            })}
          </Words>
        ) : (
          <Words>{t('page.whatsApp.own.text')}</Words>
        )}
        {consent === null || isNumberNew ? <Allowing own={own} /> : null}
        {consent ? (
          <>
            <Words look="soft">{t('page.whatsApp.own.same')}</Words>
            <Form intent="withdraw-whatsapp" quiet>
              <Actions>
                <SubmitButton kind="outlined">{t('page.whatsApp.own.withdraw')}</SubmitButton>
              </Actions>
            </Form>
          </>
        ) : null}
      </Stack>
    </FoldedPart>
  )
}

function Allowing({ own: { number } }: { own: OwnWhatsApp }) {
  const t = useT()
  if (number === null)
    return (
      <>
        <Words>{t('page.whatsApp.own.noNumber')}</Words>
        <Links>
          <Link to="/dashboard/data?field=phone#ask">{t('page.whatsApp.own.correct')}</Link>
        </Links>
      </>
    )
  return (
    <>
      <Words look="soft">{t('page.whatsApp.own.meta')}</Words>
      <Form intent="allow-whatsapp">
        <input type="hidden" name="number" value={number} />
        <Words>{`${t('page.whatsApp.own.number')}: ${number}`}</Words>
        <CheckboxField name="mine" label={t('page.whatsApp.own.mine')} required />
        <Actions>
          <SubmitButton kind="outlined">{t('page.whatsApp.own.allow')}</SubmitButton>
        </Actions>
      </Form>
      <Words look="small">{t('page.whatsApp.own.wrong')}</Words>
      <Links>
        <Link to="/dashboard/data?field=phone#ask">{t('page.whatsApp.own.correct')}</Link>
      </Links>
    </>
  )
}
