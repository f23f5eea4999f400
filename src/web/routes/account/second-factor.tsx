import { useActionData } from 'react-router'
import { formatInstant } from '#messages/dates.ts'
import { errorText, useT } from '#web/i18n.tsx'
import { QrPicture } from '#web/parts/qr-picture.tsx'
import { type Reply, answered } from '#web/reply.ts'
import { Fact, Facts, Section } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { FoldedPart } from '#web/parts/folded-part.tsx'
import { CodeField } from './code-field.tsx'
import type { Setup } from './own-account.server.ts'
import styles from './second-factor.module.css'
import sheet from './sheet.module.css'

type Factor = { id: string; name: string | null; at: string | null }

/** The apps that give codes for this account, and a form to connect one; open if a factor `isWanted` and there is none. */
export function Factors({ factors, isWanted }: { factors: readonly Factor[] | null; isWanted: boolean }) {
  const t = useT()
  const actionData = useActionData<Reply | object>()
  return (
    <FoldedPart
      title={t('page.security.factor')}
      summary={factors === null ? null : t(factors.length > 0 ? 'page.security.on' : 'page.security.off')}
      intents={['start-factor', 'confirm-factor', 'withdraw-factor']}
      open={isWanted && factors?.length === 0}
    >
      <FormReply reply={answered(actionData, 'withdraw-factor')} />
      <p className={styles.text}>{t('page.security.factorText')}</p>
      {factors === null ? (
        <p>{t('page.security.factorUnknown')}</p>
      ) : (
        <Facts>
          {factors.map(({ id, name, at }) => (
            <Fact key={id} name={name ?? t('page.account.mfa.app')}>
              {at ? t('page.security.factorOn', { at: formatInstant(at, t.language) }) : null}{' '}
              <Form inline>
                <input type="hidden" name="intent" value="withdraw-factor" />
                <input type="hidden" name="factor" value={id} />
                <SubmitButton kind="text">
                  <span aria-hidden="true">{t('page.security.withdraw')}</span>
                  <span className="visually-hidden">
                    {t('page.security.withdrawOne', { name: name ?? t('page.account.mfa.app') })}
                  </span>
                </SubmitButton>
              </Form>
            </Fact>
          ))}
        </Facts>
      )}
      <Form intent="start-factor">
        <Actions>
          <SubmitButton kind="outlined">
            {t(factors && factors.length > 0 ? 'page.security.another' : 'page.security.startFactor')}
          </SubmitButton>
        </Actions>
      </Form>
      <p className={styles.text}>{t('page.security.lost')}</p>
    </FoldedPart>
  )
}

/** The secret as a picture and in letters, and the first code as proof that the app has it. */
export function FactorSetup({ setup: { secret, setup, picture, refusal } }: { setup: Setup }) {
  const t = useT()
  return (
    <Section title={t('page.security.setup.title')}>
      <Form quiet intent="confirm-factor">
        {refusal ? (
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- pages without a script take the focus by the attribute
          <div role="alert" tabIndex={-1} autoFocus className={sheet.said}>
            <Notice tone="bad">
              <p>{errorText(t, refusal)}</p>
            </Notice>
          </div>
        ) : null}
        <p>{t('page.security.setup.scan')}</p>
        <QrPicture rows={picture} label={t('page.security.setup.picture')} />
        <p>
          {t('page.security.setup.secret')}
          <br />
          <code className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <input type="hidden" name="secret" value={secret} />
        <input type="hidden" name="setup" value={setup} />
        <CodeField />
        <Actions>
          <SubmitButton>{t('page.security.setup.confirm')}</SubmitButton>
        </Actions>
      </Form>
    </Section>
  )
}
