import { useT } from '#web/i18n.tsx'
import styles from './keys-help.module.css'

/** `?` opens it (`panel-script.ts`); so does its button in the account menu, without any script. */
export const KEYS_HELP = 'keys-help'

const KEYS = [
  { keys: ['/', 'Ctrl K'], does: 'search' },
  { keys: ['↑', '↓', 'Enter'], does: 'choose' },
  { keys: ['Esc'], does: 'close' },
  { keys: ['?'], does: 'keys' },
] as const

/** The keys of the office and what they do. */
export function KeysHelp() {
  const t = useT()
  return (
    <section id={KEYS_HELP} popover="auto" className={styles.keys} aria-labelledby="keys-help-title">
      <h2 id="keys-help-title">{t('common.keys.title')}</h2>
      <dl>
        {KEYS.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(`common.keys.${does}`)}</dd>
          </div>
        ))}
      </dl>
      <button type="button" popoverTarget={KEYS_HELP} popoverTargetAction="hide">
        {t('common.keys.shut')}
      </button>
    </section>
  )
}
