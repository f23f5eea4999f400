import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { inLanguage } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
// oxlint-disable-next-line import/default -- the bundler makes it
import passkeyScript from './passkey-script.ts?worker&url'
import styles from './passkey-form.module.css'

/**
 * Signs in with a passkey, on any page of a sign-in. Hidden if the browser has no passkeys. `first`: the page has no
 * other form, so it says what a passkey needs where there is no button.
 */
export function PasskeySignIn({ first = false }: { first?: boolean }) {
  const t = useT()
  const { search } = useLocation()
  const next = new URLSearchParams(search).get('next')
  const query = next ? `?next=${encodeURIComponent(next)}` : ''
  return (
    <div className={styles.place}>
      <PasskeyForm
        action={`${inLanguage('/login/passkey', t.language)}${query}`}
        question="/login/passkey/question"
        {...(first && { needs: t('page.account.passkey.needs') })}
      >
        <SubmitButton wide kind={first ? 'primary' : 'outlined'}>
          {t('page.account.passkey.enter')}
        </SubmitButton>
      </PasskeyForm>
    </div>
  )
}

/**
 * A form that a device answers. `question`: the address of the challenge for the device. `needs`: the words for a browser
 * that runs no script or has no passkeys.
 */
export function PasskeyForm({
  question,
  action,
  intent,
  needs,
  children,
}: {
  question: string
  action?: string
  intent?: string
  needs?: string
  children: ReactNode
}) {
  const t = useT()
  return (
    <>
      <Form
        {...(action ? { action } : {})}
        {...(intent ? { intent } : {})}
        quiet
        className={styles.form}
        hidden
        data-passkey={question}
        data-known={t('errors.passkey.known')}
        data-stopped={t('page.account.passkey.stopped')}
        data-failed={t('page.account.passkey.failed')}
      >
        <input type="hidden" name="passkey" />
        <output className={styles.said} />
        {children}
      </Form>
      {needs ? <p className={styles.needs}>{needs}</p> : null}
      <script type="module" src={passkeyScript} />
    </>
  )
}
