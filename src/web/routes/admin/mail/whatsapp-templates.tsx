import type { TemplateInView, TemplateState } from '#features/mail/whatsapp/schema.ts'
import { useT } from '#web/i18n.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { whatsAppReason } from '#web/parts/sent-by-hand.ts'
import { Card, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextToTake } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'

const TEMPLATE_TONES: Readonly<Record<TemplateState, StateTone>> = {
  approved: 'ok',
  pending: 'info',
  rejected: 'bad',
  stopped: 'bad',
  differs: 'warn',
  missing: 'todo',
}

/** The templates that Meta needs, word for word, and their state there. */
export function Templates({ templates, isAsked }: { templates: readonly TemplateInView[]; isAsked: boolean }) {
  const t = useT()
  return (
    <Card title={t('page.whatsApp.templates.title')}>
      <Stack>
        <Words>{t('page.whatsApp.templates.text')}</Words>
        {isAsked ? (
          <Form intent="check" quiet>
            <Actions>
              <SubmitButton kind="outlined">{t('page.whatsApp.templates.check')}</SubmitButton>
            </Actions>
          </Form>
        ) : null}
        <Card flush part>
          {templates.map((template) => (
            <Template key={`${template.name} ${template.language}`} template={template} />
          ))}
        </Card>
      </Stack>
    </Card>
  )
}

/** Folded if nobody has to act: Meta approved it, or was not asked yet. */
function Template({ template: { name, language, text, state, reason } }: { template: TemplateInView }) {
  const t = useT()
  const id = `${name}-${language}`
  const spoken = t(`page.whatsApp.templates.languages.${language}`)
  const what = t(`page.whatsApp.templates.what.${name}`)
  return (
    <Disclosure
      level="line"
      open={state !== null && state !== 'approved' && state !== 'pending'}
      summary={`${what} · ${spoken}`}
      aside={
        <State tone={state === null ? 'todo' : TEMPLATE_TONES[state]}>
          {state === null ? t('page.whatsApp.templates.unknown') : t(`page.whatsApp.templates.states.${state}`)}
        </State>
      }
    >
      <Stack>
        {reason === null ? null : <Words look="small">{whatsAppReason(t, reason)}</Words>}
        <p>
          <code id={`${id}-name`}>{name}</code>
        </p>
        <Actions>
          <CopyButton of={`${id}-name`} label={t('page.whatsApp.templates.copyName')} />
        </Actions>
        <TextToTake id={`${id}-text`} label={`${t('page.whatsApp.templates.body')}: ${name}, ${spoken}`} text={text} />
        <Actions>
          <CopyButton of={`${id}-text`} label={t('page.whatsApp.templates.copyText', { name, language: spoken })} />
        </Actions>
      </Stack>
    </Disclosure>
  )
}
