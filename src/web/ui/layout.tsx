import type { ReactNode } from 'react'
import styles from './layout.module.css'
import { wholePlates } from './whole-plates.tsx'

/**
 * A page, or a part of one, with a maximum width by its content: `narrow` is read or filled in line by line, `middle` is
 * one thing with its lists, `wide` uses the screen for a table.
 */
export function Page({ width = 'wide', children }: { width?: 'narrow' | 'middle' | 'wide'; children: ReactNode }) {
  return <div className={`${styles.page} ${width === 'wide' ? '' : styles[width]}`}>{children}</div>
}

/**
 * Something to change or read, with what follows from it beside it if there is room; on smaller screens one under the
 * other. `list`: first a table of many columns, then a short form that adds to it.
 */
export function SideBySide({ list = false, children }: { list?: boolean; children: ReactNode }) {
  return <div className={`${styles.beside} ${list ? styles.list : ''}`}>{children}</div>
}

/** A paragraph in a readable width. `said`: as somebody wrote it, with its line breaks. */
export function Words({ look, children }: { look?: 'soft' | 'small' | 'warn' | 'bad' | 'said'; children: ReactNode }) {
  return <p className={`${styles.words} ${look ? styles[look] : ''}`}>{wholePlates(children)}</p>
}

/** Content for wide screens; on a phone it has a page of its own. */
export function WideOnly({ children }: { children: ReactNode }) {
  return <div className={styles.wideOnly}>{children}</div>
}

/** A link back, on phones, to what a wide screen shows beside it. */
export function PhoneOnly({ children }: { children: ReactNode }) {
  return <div className={styles.phoneOnly}>{children}</div>
}

/** A long name under a short one: cut to fit, with the whole name as its `title`. */
export function Cut({ title, children }: { title: string; children: ReactNode }) {
  return (
    <small className={styles.cut} title={title}>
      {children}
    </small>
  )
}

/** Links in one row, large enough for a thumb. */
export function Links({ children }: { children: ReactNode }) {
  return <div className={styles.links}>{children}</div>
}

/**
 * Links that are seldom used: in a row with the others if there is room, on a phone folded behind one word. `open`: the page is behind one
 * of them.
 */
export function More({ label, open = false, children }: { label: string; open?: boolean; children: ReactNode }) {
  return (
    <details className={styles.more} open={open}>
      <summary>{label}</summary>
      {children}
    </details>
  )
}

/** Links to the previous and the next one, each large enough for a thumb. */
export function Turn({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.turn} aria-label={label}>
      {children}
    </nav>
  )
}

/** Two things at the two ends of one line. */
export function Spread({ children }: { children: ReactNode }) {
  return <div className={styles.spread}>{children}</div>
}

/** A mark on white paper, in its printed size. The text beside it says what it shows. */
export function Picture({ src }: { src: string }) {
  return <img className={styles.picture} src={src} alt="" width="160" height="64" />
}

/** A picture that somebody sent, as large as fits; `alt` describes it to people who don't see it. */
export function Shown({ src, alt }: { src: string; alt: string }) {
  return <img className={styles.shown} src={src} alt={alt} />
}

/**
 * Another document as its reader sees it. Its scripts do not run. It must be answered with the policy `sandbox`, which
 * takes its origin: Firefox shows nothing where the frame takes it, because our answers are for our own origin alone.
 */
export function Framed({ title, src }: { title: string; src: string }) {
  return <iframe className={styles.framed} sandbox="allow-same-origin" title={title} src={src} />
}

/** Short sentences in a list; `numbered` if their order counts. */
export function Bullets({ numbered = false, children }: { numbered?: boolean; children: ReactNode }) {
  const List = numbered ? 'ol' : 'ul'
  return <List className={styles.bullets}>{children}</List>
}
