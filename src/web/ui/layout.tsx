import type { ReactNode } from 'react'
import styles from './layout.module.css'
import { wholePlates } from './whole-plates.tsx'

/**
 * A page, or a part of one, no wider than what is on it: `narrow` is read or filled in line by line, `middle` is one thing
 * with its lists, `wide` takes the screen for a table.
 */
export function Page({ width = 'wide', children }: { width?: 'narrow' | 'middle' | 'wide'; children: ReactNode }) {
  return <div className={`${styles.page} ${width === 'wide' ? '' : styles[width]}`}>{children}</div>
}

/**
 * What is changed or read, and beside it, where there is room, what it leads to; on smaller screens one under the other. `list`:
 * a table of many columns first, and a short form that adds to it.
 */
export function SideBySide({ list = false, children }: { list?: boolean; children: ReactNode }) {
  return <div className={`${styles.beside} ${list ? styles.list : ''}`}>{children}</div>
}

/** A paragraph, never wider than one reads. `said`: as somebody wrote it, with its lines. */
export function Words({ look, children }: { look?: 'soft' | 'small' | 'warn' | 'bad' | 'said'; children: ReactNode }) {
  return <p className={`${styles.words} ${look ? styles[look] : ''}`}>{wholePlates(children)}</p>
}

/** What a phone has room for on another page only. */
export function WideOnly({ children }: { children: ReactNode }) {
  return <div className={styles.wideOnly}>{children}</div>
}

/** The way back to what a wide screen shows beside it. */
export function PhoneOnly({ children }: { children: ReactNode }) {
  return <div className={styles.phoneOnly}>{children}</div>
}

/** A long name under a short one: as much of it as fits, the rest to be looked at. */
export function Cut({ title, children }: { title: string; children: ReactNode }) {
  return (
    <small className={styles.cut} title={title}>
      {children}
    </small>
  )
}

/** Ways to go on, in one row of words that a thumb can hit. */
export function Links({ children }: { children: ReactNode }) {
  return <div className={styles.links}>{children}</div>
}

/** Ways that are seldom taken: in a row with the others where there is room, on a phone behind one word. `open`: one of them was taken. */
export function More({ label, open = false, children }: { label: string; open?: boolean; children: ReactNode }) {
  return (
    <details className={styles.more} open={open}>
      <summary>{label}</summary>
      {children}
    </details>
  )
}

/** The links to the one before and the one after, each as large as a thumb. */
export function Turn({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.turn} aria-label={label}>
      {children}
    </nav>
  )
}

/** What belongs to the two ends of one line. */
export function Spread({ children }: { children: ReactNode }) {
  return <div className={styles.spread}>{children}</div>
}

/** A mark on white paper, as large as it is printed. What it shows is said beside it. */
export function Picture({ src }: { src: string }) {
  return <img className={styles.picture} src={src} alt="" width="160" height="64" />
}

/** A picture that somebody sent, as large as there is room for it; `alt` says what it is to those who do not see it. */
export function Shown({ src, alt }: { src: string; alt: string }) {
  return <img className={styles.shown} src={src} alt={alt} />
}

/** Another document as its reader sees it. It runs nothing. */
export function Framed({ title, src }: { title: string; src: string }) {
  return <iframe className={styles.framed} sandbox="" title={title} src={src} />
}

/** Short sentences one under the other; `numbered` where their order counts. */
export function Bullets({ numbered = false, children }: { numbered?: boolean; children: ReactNode }) {
  const List = numbered ? 'ol' : 'ul'
  return <List className={styles.bullets}>{children}</List>
}
