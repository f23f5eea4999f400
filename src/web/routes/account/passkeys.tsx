import { useActionData } from 'react-router'
import { passkeyRecord, type PasskeyInList } from '#features/sessions/passkeys/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { type Reply, answered } from '#web/reply.ts'
import { Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { FoldedPart } from '#web/parts/folded-part.tsx'
import { PasskeyForm } from './passkey-form.tsx'
import styles from './second-factor.module.css'

/** The intents of the forms in this section. */
const INTENTS = ['add-passkey', 'rename-passkey', 'remove-passkey'] as const

/** The passkeys of the own account: the name of each, when it was used, and a form to add one. */
export function Passkeys({ passkeys }: { passkeys: readonly PasskeyInList[] }) {
  const t = useT()
  const actionData = useActionData<Reply | object>()
  // A refused name is reported above the list, because its own form is folded.
  const reply = INTENTS.map((intent) => answered(actionData, intent)).find((candidate) => candidate !== undefined)
  return (
    <FoldedPart
      title={t('page.security.passkeys.title')}
      summary={passkeys.length === 0 ? t('page.security.none') : String(passkeys.length)}
      intents={INTENTS}
      open={passkeys.length === 0}
    >
      <FormReply reply={reply} />
      <p className={styles.text}>{t('page.security.passkeys.text')}</p>
      <Stack>
        {passkeys.length > 0 ? (
          <div>
            {passkeys.map((passkey) => (
              <OnePasskey key={passkey.id} passkey={passkey} />
            ))}
          </div>
        ) : null}
        <PasskeyForm
          intent="add-passkey"
          question="/login/passkey/question?new"
          needs={t('page.security.passkeys.needs')}
        >
          <Actions>
            <SubmitButton kind={passkeys.length > 0 ? 'outlined' : 'primary'}>
              {t(passkeys.length > 0 ? 'page.security.passkeys.another' : 'page.security.passkeys.add')}
            </SubmitButton>
          </Actions>
        </PasskeyForm>
        <p className={styles.text}>{t('page.security.passkeys.lost')}</p>
      </Stack>
    </FoldedPart>
  )
}

function OnePasskey({ passkey: { id, name, isSynced, at, usedAt } }: { passkey: PasskeyInList }) {
  const t = useT()
  const made = t('page.security.passkeys.made', { at: formatInstant(at, t.language) })
  const used = usedAt
    ? t('page.security.passkeys.used', { at: formatInstant(usedAt, t.language) })
    : t('page.security.passkeys.unused')
  return (
    <Disclosure summary={name} aside={used}>
      <Stack>
        <p>
          {made} {isSynced ? t('page.security.passkeys.synced') : t('page.security.passkeys.single')}
        </p>
        <Form of={passkeyRecord} values={{ name }} intent="rename-passkey" quiet>
          <input type="hidden" name="id" value={id} />
          <Actions>
            <SubmitButton kind="outlined">{t('page.security.passkeys.rename')}</SubmitButton>
          </Actions>
        </Form>
        <Form intent="remove-passkey" quiet>
          <input type="hidden" name="id" value={id} />
          <Actions>
            <SubmitButton kind="danger">{t('page.security.passkeys.remove')}</SubmitButton>
          </Actions>
        </Form>
      </Stack>
    </Disclosure>
  )
}
