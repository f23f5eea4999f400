import type { ReactNode } from 'react'
import { Link } from '#web/links.tsx'
import { Icon } from './icon.tsx'
import styles from './items.module.css'
import { wholePlates } from './whole-plates.tsx'

/** Things one under the other, each a few words and what can be done with it: what a table is too narrow for. */
export function Items({
  ordered = false,
  look = 'cards',
  actionsInline = false,
  label,
  children,
}: {
  /** `rows`: inside a card; what can be done stays beside the words on a phone too. */
  look?: 'cards' | 'rows'
  /** What can be done with each is a word or two: it stays beside the words on a phone too. */
  actionsInline?: boolean
  /** The first is the most urgent, or the first to be done. */
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
  /** The rank of its title among the headings of the page; without one the title is words. */
  heading?: 'h2' | 'h3' | 'h4'
  /** Where the whole of it leads. */
  to?: string
  /** A dot or an icon before its words. */
  mark?: ReactNode
  /** Beside its title: a state, a day. */
  aside?: ReactNode
  /** What can be done with it: beside its words, under them on a phone. */
  acts?: ReactNode
  /** What needs the whole width, under words and acts. */
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
