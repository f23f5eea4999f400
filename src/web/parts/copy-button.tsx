import { useT } from '#web/i18n.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './copy-button.module.css'

/**
 * Takes the text of a textarea, or of anything else, along in one press (`site-script.ts`); without script it is not there,
 * and the text stays to be selected. `of` is its id, `label` says whose text it is, and begins with
 * the words that are seen: whoever presses by voice says those. `quiet`: one of many, each beside its text.
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
