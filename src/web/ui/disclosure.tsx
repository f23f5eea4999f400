import type { ReactNode } from 'react'
import styles from './disclosure.module.css'
import { Icon } from './icon.tsx'

type Props = { summary: ReactNode; aside?: ReactNode; open?: boolean; level?: 'group' | 'line'; children: ReactNode }

/** Folds and unfolds without a script. `group`: a heading with its sum; `line`: one line that opens to its reasons. */
export function Disclosure({ summary, aside, open = false, level = 'group', children }: Props) {
  return (
    <details className={styles[level]} open={open}>
      <summary>
        <Icon name="right" small />
        <span className={styles.words}>{summary}</span>
        {aside ? <span className={styles.aside}>{aside}</span> : null}
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}
