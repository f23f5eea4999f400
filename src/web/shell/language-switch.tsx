import { useLocation } from 'react-router'
import { HTML_LANG, inLanguage, LANGUAGES, languageOf } from '#messages/language.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import styles from './header.module.css'

/** The two languages as plain links. The browser loads the whole page again, and `LanguageOverlay` covers it meanwhile. */
export function LanguageSwitch() {
  const t = useT()
  const { pathname, search } = useLocation()
  const current = languageOf(pathname)
  return (
    <nav className={styles.languages} aria-label={t('common.language.label')}>
      {LANGUAGES.map(({ code, nativeName }) => (
        <a
          key={code}
          href={inLanguage(pathname + search, code)}
          lang={HTML_LANG[code]}
          hrefLang={HTML_LANG[code]}
          aria-label={nativeName}
          aria-current={code === current ? 'true' : undefined}
          data-language={code === current ? undefined : code}
        >
          {code.toUpperCase()}
        </a>
      ))}
    </nav>
  )
}

/** The other language as one entry of the mobile menu. */
export function LanguageEntry({ className }: { className?: string | undefined }) {
  const { pathname, search } = useLocation()
  const current = languageOf(pathname)
  const other = LANGUAGES.find(({ code }) => code !== current) ?? LANGUAGES[0]
  return (
    <a
      href={inLanguage(pathname + search, other.code)}
      lang={HTML_LANG[other.code]}
      hrefLang={HTML_LANG[other.code]}
      data-language={other.code}
      className={className}
    >
      {other.nativeName}
    </a>
  )
}

/** Blocks the page while the other language loads (spec 4). */
export function LanguageOverlay() {
  const t = useT()
  const current = useLanguage()
  const other = LANGUAGES.find(({ code }) => code !== current) ?? LANGUAGES[0]
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may not hold paragraphs
    <div className={styles.overlay} role="status" hidden data-language-overlay suppressHydrationWarning>
      <svg width="168" height="16" viewBox="0 0 168 16" aria-hidden="true">
        <path d="M8 8h152" />
        {[8, 33, 58, 84, 109, 134, 160].map((x) => (
          <circle key={x} cx={x} cy="8" r="5" />
        ))}
      </svg>
      <p className={styles.overlayTitle}>{t('common.language.changing', { language: other.nativeName })}</p>
      <p>{t('common.language.note')}</p>
    </div>
  )
}
