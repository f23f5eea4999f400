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
import { MenuCount } from './menu-counts.tsx'
import { ADMIN_MENU, currentOf, DRIVER_MENU, type MenuGroup, type MenuItem, PUBLIC_MENU } from './menus.ts'

/** The header of public pages: the public navigation, and Entrar or the account. */
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

/** The header of the panel: as wide as the window, with the main entries of the area. */
export function PanelHeader({ user, area, bell }: { user: User; area: 'admin' | 'driver'; bell?: ReactNode }) {
  const groups = area === 'admin' ? ADMIN_MENU.map(({ items }) => items) : [DRIVER_MENU]
  const inBar = groups.map((items) => items.filter(({ bar }) => bar)).filter((items) => items.length > 0)
  return (
    <header className={`${styles.header} ${styles.panel}`}>
      <div className={styles.bar}>
        <Home />
        <Navigation groups={inBar} more={area === 'admin' ? ADMIN_MENU : undefined} />
        {area === 'admin' ? <OfficeSearch /> : null}
        <Tools user={user} bell={bell} />
      </div>
      {area === 'admin' ? <KeysHelp /> : null}
    </header>
  )
}

const FIELD = 'office-search'

/** A search field if there is room for one, else a link to its page; `/` opens the search on the spot. */
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

/** `more`: the whole menu, in an area with more entries than fit across a screen. */
function Navigation({
  groups,
  more,
}: {
  groups: readonly (readonly MenuItem[])[]
  more?: readonly MenuGroup[] | undefined
}) {
  const t = useT()
  const { pathname } = useLocation()
  const current = currentOf(more ? more.flatMap(({ items }) => items) : groups.flat(), pathname)
  return (
    <nav className={styles.navigation} aria-label={t('common.nav.main')}>
      {groups.map((items) => (
        <ul key={items[0]?.id}>
          {items.map((item) => (
            <li key={item.id} className={item.bar ? FROM[item.bar] : undefined}>
              <Link to={item.href} aria-current={item === current ? 'page' : undefined}>
                {t(item.label)}
                <MenuCount of={item} />
              </Link>
            </li>
          ))}
        </ul>
      ))}
      {more ? <More groups={more} current={current} /> : null}
    </nav>
  )
}

/** Styles by the width from which an entry stands in the bar; below it the entry stands under "Mais". */
const FROM = { 1024: undefined, 1280: styles.from1280, 1600: styles.from1600 }
const UNTIL = { 1024: styles.never, 1280: styles.until1280, 1600: styles.until1600 }

const UNTIL_MARK = { 1280: styles.hereUntil1280, 1600: styles.hereUntil1600 }

const MORE = 'more-menu'

/** Marks "Mais" when the current page belongs to an entry under it, except at widths where that entry stands in the bar. */
function markOf(current: MenuItem | null): string {
  if (!current || current.bar === 1024) return ''
  return [styles.here, current.bar ? UNTIL_MARK[current.bar] : ''].filter(Boolean).join(' ')
}

/** The entries that do not fit in the bar. */
function More({ groups, current }: { groups: readonly MenuGroup[]; current: MenuItem | null }) {
  const t = useT()
  return (
    <>
      <button type="button" popoverTarget={MORE} className={`${styles.more} ${markOf(current)}`}>
        {t('common.nav.more')}
        {groups.flatMap(({ items }) => items.map((item) => (item.bar ? null : <MenuCount key={item.id} of={item} />)))}
        <Icon name="down" small />
      </button>
      <div id={MORE} popover="auto" className={styles.morePanel}>
        {groups.map((group) => (
          <div
            key={group.id}
            className={group.items.every(({ bar }) => bar === 1024) ? styles.never : styles.moreGroup}
          >
            <p>{t(group.label)}</p>
            <ul>
              {group.items.map((item) => (
                <li key={item.id} className={item.bar ? UNTIL[item.bar] : undefined}>
                  <Link to={item.href} aria-current={item === current ? 'page' : undefined}>
                    {t(item.label)}
                    <MenuCount of={item} />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </>
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

/** For a signed-in person it stays in the page, hidden: the script shows it after a failed sign-out. */
function Enter({ hidden }: { hidden: boolean }) {
  const t = useT()
  return (
    <Link to="/login" className={styles.enter} hidden={hidden} data-signed="out">
      {t('common.nav.login')}
    </Link>
  )
}

/** The hamburger menu of phones: its icon closes it while it is open, and so does choosing an entry. */
function MobileMenu({ user }: { user: User | null }) {
  const t = useT()
  const { pathname } = useLocation()
  const current = currentOf(PUBLIC_MENU, pathname)
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
                aria-current={item === current ? 'page' : undefined}
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
