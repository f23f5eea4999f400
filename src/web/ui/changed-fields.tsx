import { readDay } from '#domain/week.ts'
import type { ChangedField } from '#forms/merge.ts'
import { type Described, factsOf } from '#forms/record.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import type { Option } from './fields.tsx'
import styles from './form.module.css'
import { Bullets } from './layout.tsx'

/** The record of the form, and the choices that come from other nouns: they say the words of a value. */
type OfForm = { of: Described; offered: Readonly<Record<string, readonly Option[]>> }

/** Changes of another person while the form was open: first those that the form has taken over, then those of fields that both changed. */
export function ChangedFields({ changed, ...form }: OfForm & { changed: readonly ChangedField[] }) {
  const taken = changed.filter(({ typed }) => typed === null)
  const both = changed.filter(({ typed }) => typed !== null)
  return (
    <div className={styles.changed}>
      <Some kind="taken" changed={taken} {...form} />
      <Some kind="both" changed={both} {...form} />
    </div>
  )
}

function Some({ kind, changed, ...form }: OfForm & { kind: 'taken' | 'both'; changed: readonly ChangedField[] }) {
  const t = useT()
  if (changed.length === 0) return null
  return (
    <>
      <p>{t(`common.form.meanwhile.${kind}`)}</p>
      <Bullets>
        {changed.map((field) => (
          <li key={field.name} className={styles.changedTo}>
            {changeWords(form, field, t)}
          </li>
        ))}
      </Bullets>
    </>
  )
}

function changeWords(form: OfForm, { name: field, now, before }: ChangedField, t: Translator): string {
  // oxlint-disable-next-line typescript/no-non-null-assertion -- each field has its word
  const name = t(form.of.labels[field]!)
  const { control } = factsOf(form.of, field)
  const [wordsNow, wordsBefore] = [wordsOf(form, field, now, t), wordsOf(form, field, before, t)]
  if (control !== 'some' && control !== 'references')
    return t('common.form.meanwhile.to', { name, now: wordsNow, before: wordsBefore })
  const parts = [
    now === '' ? null : t('common.form.meanwhile.added', { what: wordsNow }),
    before === '' ? null : t('common.form.meanwhile.removed', { what: wordsBefore }),
  ]
  return t('common.form.meanwhile.list', { name, changes: parts.filter((part) => part !== null).join('; ') })
}

/** The value of a field in words for a reader. */
function wordsOf({ of, offered }: OfForm, name: string, value: string, t: Translator): string {
  const { control, options = [] } = factsOf(of, name)
  if (control === 'tick') return t(value === 'on' ? 'page.audit.yes' : 'page.audit.no')
  if (value === '') return t('common.form.meanwhile.empty')
  if (control === 'moment') return momentWords(value, t)
  if (control === 'money') return t('common.form.meanwhile.euros', { amount: value })
  if (control === 'text' || control === 'email' || control === 'phone' || control === 'lines')
    return t('common.form.meanwhile.said', { text: value })
  const choices = offered[name] ?? options.map((option) => ({ value: option.value, label: t(option.words) }))
  return value
    .split('\n')
    .map((part) => choices.find((choice) => choice.value === part)?.label ?? dayOr(part, t))
    .join(', ')
}

/** "9 jun. 2026, 18:20", and in the hour that comes twice also which of both. */
function momentWords(value: string, t: Translator): string {
  const [day = '', time = '', twice = ''] = value.split('\n')
  const which = twice === 'first' || twice === 'second' ? t(`common.twice.${twice}`) : ''
  return [dayOr(day, t), time, which].filter((part) => part !== '').join(', ')
}

function dayOr(value: string, t: Translator): string {
  const day = readDay(value)
  return day ? formatDayShort(day.toString(), t.language) : value
}
