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
  /** Lighter text on the same line: "Semana 47 *16–22 nov. 2026*". On a phone it stands under the title. */
  detail?: ReactNode
  /** The number of items, lighter, always on the same line. */
  count?: string
  subtitle?: ReactNode
  /** The name of the open part, for the title of the window: "Condições". */
  part?: string | undefined
  /** The page above this one: "Motoristas". */
  back?: { to: string; label: string }
  actions?: ReactNode
  /** Links to the previous and the next one: a `Turn`. */
  turn?: ReactNode
}

/** The head of a page of the panel: its one h1, the title of its window, its subject, and its actions. */
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

/** A link to the guide's section about a page of the office. */
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

/** A link one level up: to the previous page, or to the list of a record. */
export function Back({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className={styles.back}>
      <Icon name="left" small />
      {label}
    </Link>
  )
}
