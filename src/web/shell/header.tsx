import type { ReactNode } from 'react'
import { Form, useLocation } from 'react-router'
import type { User } from '#domain/access.ts'
import { inLanguage } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { Island } from '#web/islands/island.tsx'
import Palette from '#web/islands/palette.tsx'
import { Link } from '#web/links.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { AccountEntries, AccountMenu } from './account-menu.tsx'
import { useBrand } from './brand.ts'
import { ColourToggle } from './colour-toggle.tsx'
import styles from './header.module.css'
import { KeysHelp } from './keys-help.tsx'
import { LanguageEntry, LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'
import { ADMIN_MENU, DRIVER_MENU, isActive, type MenuItem, PUBLIC_MENU } from './menus.ts'

/** Public pages: the public navigation, and Entrar or the account. */
export function SiteHeader({ user }: { user: User | null }) {
  return (
    <header className={`${styles.header} ${styles.site}`}>
      <div className={styles.bar}>
        <Home />
        <Navigation groups={[PUBLIC_MENU]} />
        <Tools user={user} />
      </div>
    </header>
  )
}

/** The panel: as wide as the window, with the main entries of the area. */
export function PanelHeader({ user, area, bell }: { user: User; area: 'admin' | 'driver'; bell?: ReactNode }) {
  const groups = area === 'admin' ? ADMIN_MENU.map(({ items }) => items) : [DRIVER_MENU]
  return (
    <header className={`${styles.header} ${styles.panel}`}>
      <div className={styles.bar}>
        <Home />
        <Navigation
          groups={groups.map((items) => items.filter(({ main }) => main)).filter((items) => items.length > 0)}
        />
        {area === 'admin' ? <OfficeSearch /> : null}
        <Tools user={user} bell={bell} />
      </div>
      {area === 'admin' ? <KeysHelp /> : null}
    </header>
  )
}

const FIELD = 'office-search'

/** A field where there is room for one, a way to its page where there is not; `/` opens the same on the spot. */
function OfficeSearch() {
  const t = useT()
  return (
    <search className={styles.search}>
      <Form method="get" action={inLanguage('/admin/search', t.language)} className={styles.searchForm}>
        <Icon name="search" small />
        <input
          type="search"
          name="q"
          placeholder={t('common.search')}
          aria-label={t('common.officeSearch')}
          aria-keyshortcuts="/ Control+K"
          id={FIELD}
        />
        <kbd aria-hidden="true">/</kbd>
      </Form>
      <Link to="/admin/search" className={styles.searchLink} aria-label={t('common.officeSearch')}>
        <Icon name="search" />
      </Link>
      <Island
        name="palette"
        of={Palette}
        props={{
          field: FIELD,
          words: {
            label: t('common.officeSearch'),
            help: t('page.search.field'),
            nothing: t('page.search.palette.nothing'),
            all: t('page.search.palette.all'),
          },
        }}
        when="asked"
        keys="/ ctrl+k"
        meanwhile={FIELD}
      />
    </search>
  )
}

function Home() {
  const t = useT()
  const brand = useBrand()
  return (
    <Link to="/" className={styles.home} aria-label={t('common.home', { brand: brand.name })}>
      <Logo brand={brand} />
    </Link>
  )
}

function Navigation({ groups }: { groups: readonly (readonly MenuItem[])[] }) {
  const t = useT()
  const { pathname } = useLocation()
  return (
    <nav className={styles.navigation} aria-label={t('common.nav.main')}>
      {groups.map((items) => (
        <ul key={items[0]?.id}>
          {items.map((item) => (
            <li key={item.id}>
              <Link to={item.href} aria-current={isActive(item, pathname) ? 'page' : undefined}>
                {t(item.label)}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

function Tools({ user, bell }: { user: User | null; bell?: ReactNode }) {
  return (
    <div className={styles.tools}>
      {bell}
      <LanguageSwitch />
      <ColourToggle className={styles.colour} />
      <Enter hidden={user !== null} />
      {user ? <AccountMenu user={user} /> : null}
      <MobileMenu user={user} />
    </div>
  )
}

/** Stays in the page, hidden, for a signed-in person: a sign-out that failed brings it back. */
function Enter({ hidden }: { hidden: boolean }) {
  const t = useT()
  return (
    <Link to="/login" className={styles.enter} hidden={hidden} data-signed="out">
      {t('common.nav.login')}
    </Link>
  )
}

/** The hamburger of phones; a close icon while it is open; choosing an entry closes it. */
function MobileMenu({ user }: { user: User | null }) {
  const t = useT()
  const { pathname } = useLocation()
  return (
    <details className={styles.mobile} data-menu>
      <summary aria-label={t('common.nav.openMenu')}>
        <svg className={styles.burger} width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
          <path className={styles.lines} d="M2 6h18M2 11h18M2 16h18" />
          <path className={styles.cross} d="M5 5l12 12M17 5 5 17" />
        </svg>
      </summary>
      <div className={styles.sheet}>
        {user ? (
          <div data-signed="in">
            <AccountEntries user={user} />
          </div>
        ) : (
          <nav aria-label={t('common.nav.menu')}>
            {PUBLIC_MENU.map((item) => (
              <Link
                key={item.id}
                to={item.href}
                className={styles.entry}
                aria-current={isActive(item, pathname) ? 'page' : undefined}
              >
                {t(item.label)}
              </Link>
            ))}
            <Link to="/signup" className={styles.entry}>
              {t('common.nav.signup')}
            </Link>
          </nav>
        )}
        <div className={styles.preferences}>
          <LanguageEntry className={styles.entry} />
          <ColourToggle className={styles.entry} words />
        </div>
      </div>
    </details>
  )
}
