import { LONGEST_CODE } from '#features/sessions/sign-ins/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Words } from '#web/ui/layout.tsx'

/**
 * The six digits of an authenticator app; phones offer the code themselves. `isAsked`: the person should have the app already, so the
 * field says what to do if it is lost.
 */
export function CodeField({ isAsked = false }: { isAsked?: boolean }) {
  const t = useT()
  return (
    <>
      <TextField
        name="code"
        label={t('page.account.code')}
        help={t('page.account.codeHelp')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={LONGEST_CODE}
        spellCheck={false}
        required
      />
      {isAsked ? (
        <Disclosure level="line" summary={t('page.account.noApp')}>
          <Words look="soft">{t('page.account.noAppOffice')}</Words>
          <Words look="soft">
            {t('page.account.noAppAlone')} <code>volante users withdraw-factor</code>
          </Words>
        </Disclosure>
      ) : null}
    </>
  )
}
