import { useLocation } from 'react-router'
import { languageOf, inLanguage } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import styles from './consent-banner.module.css'
import type { Measuring } from './measuring.ts'

/**
 * Asks what may be measured, before anything is: three answers of the same weight. Plain forms without a script; the
 * banner covers the foot of the page and does not trap the focus.
 */
export function ConsentBanner({ measuring }: { measuring: Measuring | null }) {
  const t = useT()
  const { pathname } = useLocation()
  if (!measuring?.here || measuring.state !== 'ask') return null
  return (
    <section id="consent" className={styles.banner} aria-labelledby="consent-title" tabIndex={-1}>
      <form method="post" action="/api/consent">
        <input type="hidden" name="back" value={pathname} />
        <h2 id="consent-title">{t('page.consent.title')}</h2>
        <p>
          {t('page.consent.text')} <Link to="/legal/cookies">{t('page.consent.more')}</Link>
        </p>
        <div className={styles.answers}>
          <button name="choice" value="all">
            {t('page.consent.all')}
          </button>
          <button name="choice" value="necessary">
            {t('page.consent.necessary')}
          </button>
          <details>
            <summary>{t('page.consent.choose')}</summary>
            <div className={styles.purposes}>
              {measuring.purposes.map((purpose) => (
                <label key={purpose}>
                  <input type="checkbox" name="purposes[]" value={purpose} />
                  <span>
                    <b>{t(`page.consent.purposes.${purpose}.name`)}</b> {t(`page.consent.purposes.${purpose}.text`)}
                  </span>
                </label>
              ))}
              <button name="choice" value="chosen">
                {t('page.consent.keep')}
              </button>
            </div>
          </details>
        </div>
      </form>
    </section>
  )
}

/** Withdraws the answer in one click, and asks again. Where the page cannot ask, it leads to the page about cookies. */
export function ConsentButton({
  measuring,
  className,
}: {
  measuring: Measuring | null
  className?: string | undefined
}) {
  const t = useT()
  const { pathname } = useLocation()
  if (measuring === null || measuring.state === 'ask') return null
  const back = measuring.here ? pathname : inLanguage('/legal/cookies', languageOf(pathname))
  return (
    <form method="post" action="/api/consent">
      <input type="hidden" name="back" value={back} />
      <button name="choice" value="withdrawn" className={className} title={t('common.footer.consentNote')}>
        {t('common.footer.consent')}
      </button>
    </form>
  )
}
