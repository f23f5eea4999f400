import type { ReactNode } from 'react'
import { errorText, useT } from '#web/i18n.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './sheet.module.css'
import { Sheet } from './sheet.tsx'

/** A page that can't do what it is for: why, in the sentence of the refusal, and where to go on (`children`). */
export function Problem({ title, code, children }: { title: string; code: string; children: ReactNode }) {
  const t = useT()
  return (
    <Sheet title={title} after={children}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- pages without a script take the focus by the attribute */}
      <div role="alert" tabIndex={-1} autoFocus className={styles.said}>
        <Notice tone="bad">
          <p>{errorText(t, code)}</p>
        </Notice>
      </div>
    </Sheet>
  )
}
