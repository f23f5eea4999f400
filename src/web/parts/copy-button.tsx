import { useT } from '#web/i18n.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './copy-button.module.css'

/**
 * A button that copies the text of a textarea or another element (`site-script.ts`). Without a script it is hidden, and
 * people select the text. `of`: id of the element. `label`: says whose text it is; it begins with the visible words, so
 * that people who control the page by voice can say those. `quiet`: one of many, each beside its text.
 */
export function CopyButton({ of, label, quiet = false }: { of: string; label: string; quiet?: boolean }) {
  const t = useT()
  return (
    <span className={styles.copy}>
      <Button data-copy={of} aria-label={label} kind={quiet ? 'text' : 'outlined'}>
        {t('common.copy')}
      </Button>
      <output data-copied={t('common.copied')} />
    </span>
  )
}
