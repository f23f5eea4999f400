import { type ReactNode, useId } from 'react'
import styles from './card.module.css'
import { wholePlates } from './whole-plates.tsx'

type Props = {
  title?: string
  /** Small text beside the title: "Semana 48", "16 sem alterações". */
  aside?: ReactNode
  /** Actions at the head of the card. */
  acts?: ReactNode
  /** `warn`: something needs to be done. `flush`: content reaches the edges, as lists and tables do. */
  tone?: 'plain' | 'warn'
  flush?: boolean
  /** Part of a section of the page, with a heading one level below the section's. */
  part?: boolean
  children: ReactNode
}

export function Card({ title, aside, acts, tone = 'plain', flush = false, part = false, children }: Props) {
  const id = useId()
  const className = [styles.card, tone === 'warn' ? styles.warn : '', flush ? styles.flush : ''].join(' ')
  const Heading = part ? 'h3' : 'h2'
  const content = (
    <>
      {title ? (
        <header className={styles.head}>
          <Heading id={id}>{wholePlates(title)}</Heading>
          {aside ? <div className={styles.aside}>{aside}</div> : null}
          {acts ? <div className={styles.acts}>{acts}</div> : null}
        </header>
      ) : null}
      {children}
    </>
  )
  if (part) return <div className={className}>{content}</div>
  return (
    <section className={className} aria-labelledby={title ? id : undefined}>
      {content}
    </section>
  )
}

/** Name and value in rows with hairlines: the fields of a file, the parts of a sum. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

/** `isText`: the value is sentences, shown under its name and aligned left. */
export function Fact({ name, isText = false, children }: { name: ReactNode; isText?: boolean; children: ReactNode }) {
  return (
    <div className={isText ? styles.text : undefined}>
      <dt>{name}</dt>
      <dd>{wholePlates(children)}</dd>
    </div>
  )
}

/** A document to be read as a whole, as a statement. On a phone it reaches the edges. */
export function Sheet({ children }: { children: ReactNode }) {
  return <article className={styles.sheet}>{children}</article>
}

/** Actions on the whole card, at its foot. */
export function CardFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}

/** A part of a page: heading, small words beside it, content. */
export function Section({ title, aside, at, children }: SectionProps) {
  const generatedId = useId()
  const id = at ?? generatedId
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.sectionHead}>
        <h2 id={id}>{wholePlates(title)}</h2>
        {aside ? <div className={styles.aside}>{aside}</div> : null}
      </header>
      {children}
    </section>
  )
}

/** `at`: fragment of its address (`#entries`). */
type SectionProps = { title: string; aside?: ReactNode; at?: string; children: ReactNode }

/** Children side by side if there is room: two by default, one on small screens. */
export function Grid({ columns = 2, children }: { columns?: 2 | 3 | 4; children: ReactNode }) {
  return <div className={`${styles.grid} ${styles[`grid${columns}`]}`}>{children}</div>
}

/** Children one under the other with the usual distance. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>
}
