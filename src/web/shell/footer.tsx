import type { ReactNode } from 'react'
import { useT } from '#web/i18n.tsx'
import { LEGAL_DOCUMENTS } from '#web/public-pages.ts'
import { Link } from '#web/links.tsx'
import { ConsentButton } from '#web/measuring/consent-banner.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useBrand } from './brand.ts'
import { useShell } from './shell.ts'
import styles from './footer.module.css'

/** The operator, its contacts, and everything that the law requires on every page. */
export function Footer({ year }: { year: number }) {
  const t = useT()
  const brand = useBrand()
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.columns}>
          <div className={styles.about}>
            {brand.isSet ? (
              <>
                <p className={styles.tagline}>{brand.tagline}</p>
                <p className={styles.description}>{brand.description}</p>
              </>
            ) : null}
            {brand.social.length > 0 ? (
              <ul className={styles.social} aria-label={t('common.footer.social')}>
                {brand.social.map(({ label, href }) => (
                  <li key={label}>
                    <a href={href} rel="noopener external">
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            ) : null}
          </div>
          <nav aria-labelledby="footer-site">
            <h2 id="footer-site">{brand.name}</h2>
            <ul>
              <FooterLink to="/drivers">{t('common.nav.drivers')}</FooterLink>
              <FooterLink to="/about">{t('common.nav.about')}</FooterLink>
              <FooterLink to="/contact">{t('common.nav.contact')}</FooterLink>
              <FooterLink to="/signup">{t('common.nav.signup')}</FooterLink>
              <FooterLink to="/guide">{t('page.guide.title')}</FooterLink>
            </ul>
          </nav>
          <nav aria-labelledby="footer-legal">
            <h2 id="footer-legal">{t('common.footer.legal')}</h2>
            <ul>
              {LEGAL_DOCUMENTS.map((document) => (
                <FooterLink key={document} to={`/legal/${document}`}>
                  {t(`common.footer.${document}`)}
                </FooterLink>
              ))}
            </ul>
          </nav>
          {brand.phone || brand.email || brand.address.length > 0 ? (
            <section className={styles.contacts} aria-labelledby="footer-contacts">
              <h2 id="footer-contacts">{t('common.footer.contacts')}</h2>
              <address>
                {brand.phone ? (
                  <a className="num" href={`tel:${brand.phoneHref}`}>
                    {brand.phone}
                  </a>
                ) : null}
                {brand.callKind ? (
                  <span className={styles.note}>{t(`common.brand.calls.${brand.callKind}`)}</span>
                ) : null}
                {brand.email ? <a href={`mailto:${brand.email}`}>{brand.email}</a> : null}
                {brand.address.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </address>
            </section>
          ) : null}
        </div>
        <Legal year={year} />
      </div>
    </footer>
  )
}

/** The footer of pages for people who work here: what the law requires, and no more. */
export function PanelFooter({ year }: { year: number }) {
  const t = useT()
  return (
    <footer className={styles.panel}>
      <Legal year={year}>
        <nav className={styles.links} aria-label={t('common.footer.legal')}>
          {LEGAL_DOCUMENTS.map((document) => (
            <Link key={document} to={`/legal/${document}`}>
              {t(`common.footer.${document}`)}
            </Link>
          ))}
        </nav>
      </Legal>
    </footer>
  )
}

function Legal({ year, children }: { year: number; children?: ReactNode }) {
  const t = useT()
  const brand = useBrand()
  const measuring = useShell()?.measuring ?? null
  return (
    <div className={styles.legal}>
      <p>
        {t('common.footer.rights', { year, company: brand.legalName || brand.name })}
        {brand.taxNumber ? (
          <span className="num">{t('common.footer.taxNumber', { number: brand.taxNumber })}</span>
        ) : null}
        {brand.licence ? <span className="num">{t('common.footer.licence', { number: brand.licence })}</span> : null}
      </p>
      {children}
      <ConsentButton measuring={measuring} className={styles.consent} />
      <a className={styles.book} href="https://www.livroreclamacoes.pt/" rel="noopener external">
        <Icon name="book" />
        {t('common.footer.complaintsBook')}
      </a>
    </div>
  )
}

function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link to={to}>{children}</Link>
    </li>
  )
}
