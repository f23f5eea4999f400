import { useActionData } from 'react-router'
import { PUSH_TOPICS, type PushChoices } from '#domain/push.ts'
import { type SubscriptionInList, pushChoicesRecord } from '#features/mail/push/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { inLanguage } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
// oxlint-disable-next-line import/default -- the bundler makes it
import worker from '#web/enhancing/push-only-worker.ts?worker&url'
import { type Reply, answered } from '#web/reply.ts'
import { Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Words } from '#web/ui/layout.tsx'
import { FoldedPart } from '#web/parts/folded-part.tsx'
import form from './passkey-form.module.css'
// oxlint-disable-next-line import/default -- the bundler makes it
import pushScript from './push-script.ts?worker&url'

type OwnPush = { publicKey: string; devices: readonly SubscriptionInList[]; choices: PushChoices }

const LACKS = ['iphone', 'cannot', 'refused'] as const
const SAID = ['asking', 'refused', 'stopped', 'late', 'failed'] as const

/** The devices that get notices while the site is closed, a form to add one, and the choice of topics, times and wording. */
export function PushNotices({ push, area }: { push: OwnPush; area: 'admin' | 'driver' }) {
  const t = useT()
  const actionData = useActionData<Reply | object>()
  const { devices, choices, publicKey } = push
  const isHere = devices.some((device) => device.isHere)
  const scope = inLanguage(area === 'admin' ? '/admin' : '/dashboard', t.language)
  return (
    <FoldedPart
      title={t('page.push.title')}
      summary={devices.length === 0 ? t('page.push.noDevices') : t('page.push.count', { count: devices.length })}
      intents={['add-push', 'remove-push', 'choose-push']}
    >
      <FormReply reply={answered(actionData, 'add-push') ?? answered(actionData, 'remove-push')} />
      <Stack>
        <Words look="soft">{t(`page.push.text.${area}`)}</Words>
        {devices.length > 0 ? (
          <Items label={t('page.push.devices')}>
            {devices.map((device) => (
              <Device key={device.id} device={device} />
            ))}
          </Items>
        ) : null}
        <Form
          intent="add-push"
          quiet
          hidden
          className={form.form}
          data-push={publicKey}
          data-worker={worker}
          data-scope={scope}
          {...(isHere ? { 'data-here': '' } : {})}
          {...Object.fromEntries(SAID.map((said) => [`data-${said}`, t(`page.push.said.${said}`)]))}
        >
          <input type="hidden" name="subscription" />
          <output className={form.said} />
          <Actions>
            <SubmitButton kind="outlined">{t(`page.push.add.${area}`)}</SubmitButton>
          </Actions>
        </Form>
        {LACKS.map((lack) => (
          <p key={lack} hidden data-push-lack={lack}>
            {t(`page.push.lacks.${lack}`)}
          </p>
        ))}
        <noscript>
          <p>{t('page.push.lacks.script')}</p>
        </noscript>
        <Choices choices={choices} area={area} />
      </Stack>
      <script type="module" src={pushScript} />
    </FoldedPart>
  )
}

function Device({ device: { id, device, at, isHere } }: { device: SubscriptionInList }) {
  const t = useT()
  return (
    <Item
      title={device}
      aside={
        <Form inline>
          <input type="hidden" name="intent" value="remove-push" />
          <input type="hidden" name="id" value={id} />
          <SubmitButton kind="text">
            <span aria-hidden="true">{t('page.push.remove')}</span>
            <span className="visually-hidden">{t('page.push.removeThis', { device })}</span>
          </SubmitButton>
        </Form>
      }
    >
      <Words look="soft">
        {t(isHere ? 'page.push.here' : 'page.push.since', { at: formatInstant(at, t.language) })}
      </Words>
    </Item>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** The topics a person is notified of, the quiet hours, and whether notices may show amounts. */
function Choices({ choices, area }: { choices: PushChoices; area: 'admin' | 'driver' }) {
  const t = useT()
  const topics = PUSH_TOPICS[area]
  return (
    <Form
      intent="choose-push"
      of={pushChoicesRecord}
      values={{
        ...choices,
        topics: topics.filter((topic) => !choices.topicsOff.includes(topic)),
        amounts: choices.withAmounts,
      }}
      offered={{
        topics: topics.map((topic) => ({ value: topic, label: t(`page.push.topics.${topic}`) })),
        quietFrom: HOURS,
        quietUntil: HOURS,
      }}
      drawn={area === 'driver' ? {} : { amounts: null }}
    >
      <Actions>
        <SubmitButton kind="outlined">{t('page.push.save')}</SubmitButton>
      </Actions>
    </Form>
  )
}
