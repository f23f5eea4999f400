import type { ReactNode } from 'react'
import { Link } from '#web/links.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './pieces.module.css'

/** A section of a public page. `stop` (1 to 7) draws the line of the week above it, green up to that day. */
export function Part({
  title,
  text,
  tone = 'paper',
  stop,
  children,
}: {
  title?: string
  text?: string
  tone?: 'paper' | 'alt'
  stop?: number
  children: ReactNode
}) {
  return (
    <section className={`${styles.part} ${styles[tone]}`}>
      {stop === undefined ? null : <Divider stop={stop} />}
      <div className={styles.wrap}>
        {title ? (
          <header className={styles.head}>
            <h2>{title}</h2>
            {text ? <p>{text}</p> : null}
          </header>
        ) : null}
        {children}
      </div>
    </section>
  )
}

/** The line between two sections: the seven days of the week, green up to the day `stop`. */
function Divider({ stop }: { stop: number }) {
  return (
    <div className={styles.divider} aria-hidden="true">
      <div className={styles.stops}>
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <i key={day} className={day <= stop ? styles.done : undefined} />
        ))}
      </div>
    </div>
  )
}

type OpeningProps = { title: string; lead: string; drawing?: ReactNode; children?: ReactNode }

/** The head of a page other than the home page; its drawing stands on the green line. */
export function Opening({ title, lead, drawing, children }: OpeningProps) {
  return (
    <section className={styles.opening}>
      <div className={drawing ? `${styles.wrap} ${styles.drawn}` : styles.wrap}>
        <div>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          {children}
        </div>
        {drawing ? <div className={styles.drawing}>{drawing}</div> : null}
      </div>
      <svg className={styles.line} width="100%" height="16" aria-hidden="true">
        <line x1="0" y1="8" x2="100%" y2="8" />
      </svg>
    </section>
  )
}

/** Two columns, the second aligned with the second columns elsewhere on the site. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>
}

/** A link with an arrow after its words: "Ver condições →". */
export function More({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={styles.more}>
      {children}
      <Icon name="arrow" small />
    </Link>
  )
}

export function Points({ items }: { items: readonly string[] }) {
  return (
    <ul className={styles.points}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

/** A journey of a few stops in words; on a phone from top to bottom. */
export function Journey({ names, texts }: { names: readonly string[]; texts: readonly string[] }) {
  return (
    <ol className={styles.journey}>
      {names.map((name, index) => (
        <li key={name}>
          <h3>{name}</h3>
          <p>{texts[index]}</p>
        </li>
      ))}
    </ol>
  )
}

export function Buttons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}

/** Names with amounts, one below the other. */
export function Figures({ figures }: { figures: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{amount}</dd>
        </div>
      ))}
    </dl>
  )
}
