import type { ReactNode } from 'react'
import { Link } from '#web/links.tsx'
import { Icon } from './icon.tsx'
import styles from './items.module.css'
import { wholePlates } from './whole-plates.tsx'

/** A list of things, each with a few words and its actions, for what a table is too narrow for. */
export function Items({
  ordered = false,
  look = 'cards',
  actionsInline = false,
  label,
  children,
}: {
  /** `rows`: inside a card; actions stay beside the words on a phone too. */
  look?: 'cards' | 'rows'
  /** The actions are a word or two: they stay beside the words on a phone too. */
  actionsInline?: boolean
  /** The order counts: the most urgent, or the first to do, comes first. */
  ordered?: boolean
  label?: string
  children: ReactNode
}) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <List
      className={[styles.items, look === 'rows' ? styles.rows : '', actionsInline ? styles.beside : ''].join(' ')}
      aria-label={label}
    >
      {children}
    </List>
  )
}

type ItemProps = {
  title?: ReactNode
  /** The heading level of its title; without one the title is plain text. */
  heading?: 'h2' | 'h3' | 'h4'
  /** The address behind the whole item. */
  to?: string
  /** A dot or an icon before its words. */
  mark?: ReactNode
  /** Text beside its title: a state, a day. */
  aside?: ReactNode
  /** Actions: beside its words, under them on a phone. */
  acts?: ReactNode
  /** Content that needs the whole width, under words and actions. */
  under?: ReactNode
  id?: string
  children?: ReactNode
}

export function Item({ title, heading = 'h3', to, mark, aside, acts, under, id, children }: ItemProps) {
  const Heading = heading
  const looks = [styles.item, mark ? styles.marked : '', to ? styles.linked : ''].join(' ')
  return (
    <li className={looks} id={id}>
      {mark ? (
        <span className={styles.mark} aria-hidden="true">
          {mark}
        </span>
      ) : null}
      {title || aside || children ? (
        <div className={styles.words}>
          {title || aside ? (
            <div className={styles.head}>
              {title ? <Heading>{to ? <Link to={to}>{wholePlates(title)}</Link> : wholePlates(title)}</Heading> : null}
              {aside}
            </div>
          ) : null}
          {children}
        </div>
      ) : null}
      {acts ? <div className={styles.acts}>{acts}</div> : null}
      {to && !acts ? (
        <span className={styles.way}>
          <Icon name="right" small />
        </span>
      ) : null}
      {under ? <div className={styles.whole}>{under}</div> : null}
    </li>
  )
}
