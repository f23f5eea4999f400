import type { ReturnedItem } from '#domain/departure.ts'
import { useT } from '#web/i18n.tsx'
import { Fieldset } from '#web/ui/form.tsx'
import { itemWords } from './departure-parts.tsx'
import styles from './returned-field.module.css'

/** What is asked back of a leaver, to be ticked as it comes. */
export function ReturnedField({ legend, checklist }: { legend: string; checklist: readonly ReturnedItem[] }) {
  const t = useT()
  if (checklist.length === 0) return null
  return (
    <Fieldset legend={legend}>
      {checklist.map((item) => {
        const value = `${item.what}:${item.name}`
        return (
          <label key={value} className={styles.item}>
            <input type="checkbox" name="done[]" value={value} defaultChecked={item.done} />
            {itemWords(item, t)}
          </label>
        )
      })}
    </Fieldset>
  )
}
