import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { LATE } from '#web/held-form.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ConsentBanner } from '#web/measuring/consent-banner.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { DemonstrationBar } from './demonstration-bar.tsx'
import { Footer, PanelFooter } from './footer.tsx'
import styles from './frames.module.css'
import { PanelHeader, SiteHeader } from './header.tsx'
import { LanguageOverlay } from './language-switch.tsx'
import { type MenuCounts, MenuCountsContext, NOTHING_COUNTED } from './menu-counts.tsx'
import { currentOf, DRIVER_BAR, DRIVER_MENU } from './menus.ts'
import { useShell } from './shell.ts'

const LAST_RESORT_YEAR = 2026

/** The frame of public pages. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const shell = useShell()
  return (
    <>
      <SkipLink />
      <ConsentBanner measuring={shell?.measuring ?? null} />
      <DemonstrationBar />
      <SiteHeader user={shell?.user ?? null} />
      <main id="content" className={styles.site}>
        {children}
      </main>
      <Footer year={shell?.year ?? LAST_RESORT_YEAR} />
      <LanguageOverlay />
    </>
  )
}

type PanelFrameProps = {
  area: 'admin' | 'driver'
  counts?: MenuCounts
  bell?: ReactNode
  above?: ReactNode
  children: ReactNode
}

/** Pages under /admin and /dashboard: header and footer as wide as the window. `counts`: numbers beside menu entries. `bell`: the link to new notices, in the header. `above`: a note for every page of the area. */
export function PanelFrame({ area, counts = NOTHING_COUNTED, bell, above, children }: PanelFrameProps) {
  const shell = useShell()
  if (!shell?.user) return <SiteFrame>{children}</SiteFrame>
  // A person who is refused in the other area sees the frame of their own.
  const { role, driverId } = shell.user
  const place = role !== 'admin' ? 'driver' : driverId === null ? 'admin' : area
  return (
    <div className={place === 'driver' ? styles.driver : styles.admin}>
      <SkipLink />
      <MenuCountsContext value={counts}>
        <PanelHeader user={shell.user} area={place} bell={bell} />
      </MenuCountsContext>
      <main id="content" className={styles.panel}>
        {above ? <div className={styles.above}>{above}</div> : null}
        <LateForm />
        {children}
      </main>
      <PanelFooter year={shell.year} />
      {place === 'driver' ? <BottomBar /> : null}
      <LanguageOverlay />
    </div>
  )
}

/** Says that a form was not carried out: the sign-in it waited for came too late, or nothing could wait for it. */
function LateForm() {
  const t = useT()
  const [query] = useSearchParams()
  if (!query.has(LATE)) return null
  return (
    <div className={styles.above}>
      <Notice tone="warn">{t(query.get(LATE) === 'lost' ? 'common.lostForm' : 'common.lateForm')}</Notice>
    </div>
  )
}

/** Links within reach of the thumb on a driver's phone. */
function BottomBar() {
  const t = useT()
  const { pathname } = useLocation()
  const current = currentOf(DRIVER_MENU, pathname)
  return (
    <nav className={styles.bottom} aria-label={t('common.nav.bottom')}>
      {DRIVER_BAR.map((item) => (
        <Link key={item.id} to={item.href} aria-current={item === current ? 'page' : undefined}>
          <Icon name={item.icon} />
          {t(item.label)}
        </Link>
      ))}
    </nav>
  )
}
