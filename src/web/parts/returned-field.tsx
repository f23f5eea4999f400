import type { ReturnedItem } from '#domain/departure.ts'
import { useT } from '#web/i18n.tsx'
import { useField } from '#web/ui/field-frame.tsx'
import { Fieldset } from '#web/ui/fields.tsx'
import { itemWords } from './departure-parts.tsx'
import styles from './returned-field.module.css'

type Props = { legend: string; checklist: readonly ReturnedItem[] }

/** The things that a leaver has to give back, to be ticked as they come. */
export function ReturnedField({ legend, checklist }: Props) {
  const t = useT()
  const { reply, typed } = useField('done[]', undefined, null)
  const sent = typed?.split('\n') ?? []
  if (checklist.length === 0) return null
  return (
    <Fieldset legend={legend}>
      {checklist.map((item) => {
        const value = `${item.what}:${item.name}`
        return (
          <label key={value} className={styles.item}>
            <input
              type="checkbox"
              name="done[]"
              value={value}
              defaultChecked={reply ? sent.includes(value) : item.done}
            />
            {itemWords(item, t)}
          </label>
        )
      })}
    </Fieldset>
  )
}
