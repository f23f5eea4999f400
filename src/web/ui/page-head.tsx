import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { sectionAt } from '#web/guide-places.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { PageTitle } from '#web/seo.tsx'
import { Icon } from './icon.tsx'
import styles from './page-head.module.css'
import { wholePlates } from './whole-plates.tsx'

type Props = {
  title: string
  /** Lighter, on the same line: "Semana 47 *16–22 nov. 2026*". On a phone under it. */
  detail?: ReactNode
  /** How many there are, lighter, on the same line everywhere. */
  count?: string
  subtitle?: ReactNode
  /** The name of the part that is open, for the title of the window: "Condições". */
  part?: string | undefined
  /** Where one came from: "Motoristas". */
  back?: { to: string; label: string }
  actions?: ReactNode
  /** Links to the one before and the one after: a `Turn`. */
  turn?: ReactNode
}

/** The head of a page of the panel: its one h1, the title of its window, what it is, and what can be done with it. */
export function PageHead({ title, detail, count, subtitle, part, back, actions, turn }: Props) {
  return (
    <header className={styles.head}>
      <PageTitle>{part ? `${part} · ${title}` : title}</PageTitle>
      {turn ? (
        <div className={styles.top}>
          {back ? <Back {...back} /> : null}
          {turn}
        </div>
      ) : null}
      <div className={styles.words}>
        {back && !turn ? <Back {...back} /> : null}
        <h1>
          {wholePlates(title)}
          {count ? <span className={styles.count}> {count}</span> : null}
          {detail ? <span className={styles.detail}> {detail}</span> : null}
        </h1>
        {subtitle ? <div className={styles.subtitle}>{wholePlates(subtitle)}</div> : null}
      </div>
      <ToGuide />
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  )
}

/** What the guide tells of a page of the office. */
function ToGuide() {
  const t = useT()
  const section = sectionAt(useLocation().pathname)
  if (!section) return null
  const chapter = t(`page.guide.chapters.${section.chapter}.title`)
  return (
    <Link
      to={`/guide/${section.chapter}#${section.section}`}
      className={styles.guide}
      aria-label={t('page.guide.linkTo', { chapter })}
      title={t('page.guide.linkTo', { chapter })}
    >
      <Icon name="book" small />
      {t('page.guide.link')}
    </Link>
  )
}

/** One level up: where one came from, or where a record is listed. */
export function Back({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className={styles.back}>
      <Icon name="left" small />
      {label}
    </Link>
  )
}
