import type { signInWays } from '#features/sessions/sign-ins/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { Notice } from '#web/ui/notice.tsx'
// oxlint-disable-next-line import/default -- the bundler makes it
import captchaScript from './captcha-script.ts?worker&url'

type Demand = Awaited<ReturnType<typeof signInWays>>['captcha']
/** The purpose of the form, in the words of Google's console. */
type Purpose = 'signInPassword' | 'getOobCode'

/**
 * The reCAPTCHA of a form, where the hosted identity service demands one: Google's script, a field for its token, and a
 * sentence for browsers without scripts. Renders nothing if none is demanded.
 */
export function Captcha({ demand, purpose }: { demand: Demand; purpose: Purpose }) {
  const t = useT()
  if (!demand) return null
  const query = new URLSearchParams({ render: demand.siteKey, hl: t.language })
  return (
    <>
      <input type="hidden" name="captcha" data-captcha={purpose} data-site-key={demand.siteKey} />
      <script src={`https://www.google.com/recaptcha/enterprise.js?${query}`} async data-recaptcha />
      <script type="module" src={captchaScript} />
      {demand.isEnforced ? (
        <noscript>
          <Notice tone="warn">
            <p>{t('page.account.captcha.noScript')}</p>
          </Notice>
        </noscript>
      ) : null}
      <p>
        <small>{t('page.account.captcha.notice')}</small>
      </p>
    </>
  )
}
