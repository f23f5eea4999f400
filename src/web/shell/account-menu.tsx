import { useLocation } from 'react-router'
import { shownName, type User } from '#domain/access.ts'
import { inLanguage, withoutLanguage } from '#messages/language.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './account-menu.module.css'
import { MenuCount } from './menu-counts.tsx'
import { KEYS_HELP } from './keys-help.tsx'
import { currentOf, type MenuGroup, type MenuItem, menuOf } from './menus.ts'

const PANEL = 'account-menu'

/** The popover of wide screens: opens on click by the platform, on hover by the site script. */
export function AccountMenu({ user }: { user: User }) {
  const t = useT()
  return (
    <div className={styles.account} data-signed="in">
      <button
        type="button"
        popoverTarget={PANEL}
        className={styles.opener}
        data-hover
        aria-label={t('common.nav.account', { name: shownName(user) })}
      >
        <span className={styles.avatar} aria-hidden="true">
          {initials(user)}
        </span>
        <Icon name="down" small />
      </button>
      <div id={PANEL} popover="auto" className={styles.panel} data-hover-panel>
        <AccountEntries user={user} isShort />
        {user.role === 'admin' ? <KeysButton /> : null}
      </div>
    </div>
  )
}

/**
 * The signed-in person, the entries of their role, and the sign-out: in the popover, where every group is folded, and in the menu of
 * phones.
 */
export function AccountEntries({ user, isShort = false }: { user: User; isShort?: boolean }) {
  const t = useT()
  const { pathname } = useLocation()
  const groups = menuOf(user)
  const current = currentOf(
    groups.flatMap(({ items }) => items),
    pathname,
  )
  return (
    <>
      <div className={styles.who}>
        <p className={styles.name}>{shownName(user)}</p>
        <p className={styles.email}>{user.email}</p>
        <p className={styles.badge}>{t(`common.role.${user.role}`)}</p>
      </div>
      {groups.map((group) => (
        <Group key={group.id} group={group} current={current} isShort={isShort} folds={user.role === 'admin'} />
      ))}
      <LogoutForm />
    </>
  )
}

type GroupProps = { group: MenuGroup; current: MenuItem | null; isShort: boolean; folds: boolean }

/** The office has more entries than fit in a menu: a group unfolds by its name; on a phone the group of the current page is open. */
function Group({ group, current, isShort, folds }: GroupProps) {
  const t = useT()
  const entries = group.items.map((item) => (
    <Link key={item.id} to={item.href} aria-current={item === current ? 'page' : undefined}>
      <Icon name={item.icon} />
      <span>
        {t(item.label)}
        <MenuCount of={item} />
        {item.description ? <small>{t(item.description)}</small> : null}
      </span>
    </Link>
  ))
  return (
    <nav className={styles.group} aria-label={t(group.label)}>
      {folds && group.items.length > 1 ? (
        <details open={!isShort && current !== null && group.items.includes(current)}>
          <summary className={styles.groupName}>
            {t(group.label)}
            <Icon name="down" small />
          </summary>
          {entries}
        </details>
      ) : (
        entries
      )}
    </nav>
  )
}

/** A button for the list of keys, on pages of the office; public pages have no keys. */
function KeysButton() {
  const t = useT()
  const { pathname } = useLocation()
  if (!withoutLanguage(pathname).startsWith('/admin')) return null
  return (
    <button type="button" popoverTarget={KEYS_HELP} className={styles.keys}>
      {t('common.keys.title')} <kbd>?</kbd>
    </button>
  )
}

function LogoutForm() {
  const t = useT()
  const home = inLanguage('/', useLanguage())
  return (
    <form method="post" action="/api/auth/logout" data-logout={home} className={styles.logout}>
      <button type="submit">
        <Icon name="exit" />
        {t('common.nav.logout')}
      </button>
    </form>
  )
}

function initials(user: User): string {
  const words = shownName(user)
    .split(/[\s@.]+/)
    .filter(Boolean)
  const last = user.displayName && words.length > 1 ? words.at(-1) : ''
  return `${words[0]?.[0] ?? ''}${last?.[0] ?? ''}`.toUpperCase()
}
