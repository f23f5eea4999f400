import { Notice } from '#web/ui/notice.tsx'
import styles from './link-once.module.css'

/** A one-time link, to be copied now: it is not shown again. */
export function LinkOnce({ title, link, words }: { title: string; link: string; words: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may not hold paragraphs
    <div role="status">
      <Notice tone="ok" title={title}>
        <p className={styles.link}>
          <code>{link}</code>
        </p>
        <p>{words}</p>
      </Notice>
    </div>
  )
}
