import type { ReactNode } from 'react'
import type { Translator } from '#messages/catalogue.ts'
import { errorText, useT } from '#web/i18n.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './sheet.module.css'
import { Sheet } from './sheet.tsx'

/** The title of a page: in a few words what is wrong, or `title` if nothing is. */
export function titleOf(t: Translator, loaded: object | undefined, title: string): string {
  return loaded && 'problem' in loaded ? problemTitle(t, String(loaded.problem)) : title
}

function problemTitle(t: Translator, code: string): string {
  return t.find(`page.account.problem.${code}`) ?? t('page.account.problem.other')
}

/** A page that can't do its work: what happened, the reason in the words of the refusal, and where to go on. */
export function Problem({ code, action, children }: { code: string; action: ReactNode; children?: ReactNode }) {
  const t = useT()
  return (
    <Sheet title={problemTitle(t, code)} after={children}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- pages without a script take the focus by the attribute */}
      <div role="alert" tabIndex={-1} autoFocus className={styles.said}>
        <Notice tone="bad">
          <p>{errorText(t, code)}</p>
        </Notice>
      </div>
      <div className={styles.on}>{action}</div>
    </Sheet>
  )
}
