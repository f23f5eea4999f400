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

/** What another person changed while the form was open: first what the form has taken over, then what both changed. */
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
  const [has, had] = [wordsOf(form, field, now, t), wordsOf(form, field, before, t)]
  if (control !== 'some' && control !== 'references')
    return t('common.form.meanwhile.to', { name, now: has, before: had })
  const parts = [
    now === '' ? null : t('common.form.meanwhile.added', { what: has }),
    before === '' ? null : t('common.form.meanwhile.removed', { what: had }),
  ]
  return t('common.form.meanwhile.list', { name, changes: parts.filter((part) => part !== null).join('; ') })
}

/** What a field said, as a person reads it. */
function wordsOf({ of, offered }: OfForm, name: string, said: string, t: Translator): string {
  const { control, options = [] } = factsOf(of, name)
  if (control === 'tick') return t(said === 'on' ? 'page.audit.yes' : 'page.audit.no')
  if (said === '') return t('common.form.meanwhile.empty')
  if (control === 'moment') return momentWords(said, t)
  if (control === 'money') return t('common.form.meanwhile.euros', { amount: said })
  if (control === 'text' || control === 'email' || control === 'phone' || control === 'lines')
    return t('common.form.meanwhile.said', { text: said })
  const choices = offered[name] ?? options.map(({ value, words }) => ({ value, label: t(words) }))
  return said
    .split('\n')
    .map((one) => choices.find(({ value }) => value === one)?.label ?? dayOr(one, t))
    .join(', ')
}

/** "9 jun. 2026, 18:20", and in the hour that comes twice also which of both. */
function momentWords(said: string, t: Translator): string {
  const [day = '', time = '', twice = ''] = said.split('\n')
  const which = twice === 'first' || twice === 'second' ? t(`common.twice.${twice}`) : ''
  return [dayOr(day, t), time, which].filter((part) => part !== '').join(', ')
}

function dayOr(said: string, t: Translator): string {
  const day = readDay(said)
  return day ? formatDayShort(day.toString(), t.language) : said
}
