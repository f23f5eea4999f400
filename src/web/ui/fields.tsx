import { PAPER_TYPES } from '#domain/uploads.ts'
import { TYPED_DAYS } from '#domain/plausible-day.ts'
import { Fragment, type ReactNode } from 'react'
import type { Twice } from '#domain/week.ts'
import { useT } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import { Button } from './button.tsx'
import { type Answered, Field, type FieldProps, Words, useField } from './field-frame.tsx'
import styles from './form.module.css'
import { Icon } from './icon.tsx'
import { wholePlates } from './whole-plates.tsx'

type TextProps = FieldProps & {
  /** One of several fields of which one has to be filled in: its label does not call it optional. */
  isEither?: boolean
  type?: 'text' | 'email' | 'tel' | 'password' | 'url' | 'search'
  autoComplete?: string
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel'
  minLength?: number
  maxLength?: number
  pattern?: string
  placeholder?: string
  spellCheck?: boolean
}

export function TextField({
  reply,
  name,
  label,
  quiet = false,
  help,
  required,
  defaultValue,
  isEither,
  type = 'text',
  ...rest
}: TextProps) {
  const field = useField(name, reply, help)
  return (
    <Field reply={reply} name={name} label={label} quiet={quiet} help={help} required={required} isEither={isEither}>
      <input
        {...field.attributes}
        {...rest}
        type={type}
        {...field.requiredAttributes(required)}
        defaultValue={type === 'password' ? undefined : (field.typed ?? defaultValue)}
        className={styles.control}
      />
    </Field>
  )
}

/** An amount in euros as people type it, comma or dot; the schema reads it into cents. */
export function MoneyField({ reply, name, label, help, required, defaultValue }: FieldProps) {
  const field = useField(name, reply, help)
  return (
    <Field reply={reply} name={name} label={label} help={help} required={required}>
      <span className={styles.measure} data-unit="€">
        <input
          {...field.attributes}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          {...field.requiredAttributes(required)}
          defaultValue={field.typed ?? defaultValue}
          className={`${styles.control} ${styles.number}`}
        />
      </span>
    </Field>
  )
}

/**
 * A day, by the browser's own calendar; sends `2026-11-26`. The browser accepts only the widest range of years, which also rules
 * out years of five digits; the form checks more when it reads the day.
 */
export function DateField({
  reply,
  name,
  label,
  help,
  required,
  defaultValue,
  ...limits
}: FieldProps & { min?: string; max?: string }) {
  const field = useField(name, reply, help)
  return (
    <Field reply={reply} name={name} label={label} help={help} required={required}>
      <input
        {...field.attributes}
        min={TYPED_DAYS.first}
        max={TYPED_DAYS.last}
        {...limits}
        type="date"
        {...field.requiredAttributes(required)}
        defaultValue={field.typed ?? defaultValue}
        className={`${styles.control} ${styles.date}`}
      />
    </Field>
  )
}

/**
 * A time of the day, by the browser's own clock; sends `06:00`. For a time in the hour that comes twice it asks which of both is
 * meant, and sends that under the same name with `Twice` (`first`, `second`).
 */
export function TimeField({
  reply,
  name,
  label,
  help,
  required,
  defaultValue,
  twice = '',
}: FieldProps & { twice?: Twice | '' }) {
  const t = useT()
  const field = useField(name, reply, help)
  const hourChoice = useField(`${name}Twice`, reply, null).typed || twice
  const isAsked = field.errors.includes('field.twice-time')
  return (
    <>
      <Field reply={reply} name={name} label={label} help={help} required={required}>
        <input
          {...field.attributes}
          type="time"
          {...field.requiredAttributes(required)}
          defaultValue={field.typed ?? defaultValue}
          className={`${styles.control} ${styles.date}`}
        />
      </Field>
      {isAsked || hourChoice !== '' ? (
        <SelectField
          name={`${name}Twice`}
          label={t('common.twice.label')}
          empty={t('common.choose')}
          options={(['first', 'second'] as const).map((value) => ({ value, label: t(`common.twice.${value}`) }))}
          defaultValue={hourChoice}
          required={isAsked}
          reply={reply}
        />
      ) : null}
    </>
  )
}

/** The values that came back belong to the name of all three parts, so each part takes its own and gets this empty reply. */
const NOTHING_SENT: Reply = { values: {}, fieldErrors: {}, refusal: null }

/** A moment on the Lisbon clock, sent as `name[]`: a day, a time, and which hour is meant in the one that comes twice. */
export function MomentField({
  reply,
  name,
  label,
  help,
  required,
  defaultValue = '',
  ...limits
}: FieldProps & { max?: string }) {
  const t = useT()
  const field = useField(name, reply, help)
  const [day, time, twice = ''] = (field.reply?.values[`${name}[]`] ?? defaultValue).split('\n')
  const isAsked = field.errors.includes('field.twice-time')
  const part = (of: 'day' | 'time') => ({
    ...field.attributes,
    ...field.requiredAttributes(required),
    id: `${field.id}-${of}`,
    name: `${name}[]`,
    className: `${styles.control} ${styles.date}`,
  })
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.row}>
        <div className={styles.field}>
          <label htmlFor={`${field.id}-day`}>{t('common.moment.day')}</label>
          <input
            {...part('day')}
            min={TYPED_DAYS.first}
            max={TYPED_DAYS.last}
            {...limits}
            type="date"
            defaultValue={day}
          />
        </div>
        <div className={styles.field}>
          <label htmlFor={`${field.id}-time`}>{t('common.moment.time')}</label>
          <input {...part('time')} type="time" defaultValue={time} />
        </div>
      </div>
      <Words name={name} reply={reply} help={help} />
      {isAsked || twice !== '' ? (
        <SelectField
          name={`${name}[]`}
          label={t('common.twice.label')}
          empty={t('common.choose')}
          options={(['first', 'second'] as const).map((value) => ({ value, label: t(`common.twice.${value}`) }))}
          defaultValue={twice}
          required={isAsked}
          reply={NOTHING_SENT}
        />
      ) : null}
    </fieldset>
  )
}

export type Option = {
  value: string
  label: string
  /** The heading over this option in a long list. */
  group?: string
}

/** `empty`: the words of the option for none ("Escolher…"); without it the first option is chosen. */
export function SelectField({
  reply,
  name,
  label,
  quiet = false,
  help,
  required,
  defaultValue,
  options,
  empty,
}: FieldProps & { options: readonly Option[]; empty?: string }) {
  const field = useField(name, reply, help)
  const chosen = field.typed ?? defaultValue
  return (
    <Field reply={reply} name={name} label={label} quiet={quiet} help={help} required={required}>
      <select
        {...field.attributes}
        {...field.requiredAttributes(required)}
        defaultValue={chosen}
        className={`${styles.control} ${styles.select}`}
      >
        {empty === undefined ? null : <option value="">{empty}</option>}
        {[...Map.groupBy(options, ({ group }) => group)].map(([group, some]) =>
          group === undefined ? (
            <Options key="" options={some} />
          ) : (
            <optgroup key={group} label={group}>
              <Options options={some} />
            </optgroup>
          ),
        )}
      </select>
    </Field>
  )
}

function Options({ options }: { options: readonly Option[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

/** A few options side by side, all visible at once; one under the other if an option has more fields `under` it. */
export function ChoiceField({
  reply,
  name,
  label,
  help,
  required,
  defaultValue,
  options,
  under,
}: FieldProps & { options: readonly Option[]; under?: Readonly<Record<string, ReactNode>> }) {
  const field = useField(name, reply, help)
  const chosen = field.typed ?? defaultValue
  return (
    <fieldset className={styles.field} aria-describedby={field.describedBy}>
      <legend className={styles.label}>{label}</legend>
      <div className={under ? styles.cases : styles.choices}>
        {options.map(({ value, label: words }) => (
          <Fragment key={value}>
            <label className={styles.choice}>
              <input
                type="radio"
                name={name}
                value={value}
                defaultChecked={value === chosen}
                {...field.requiredAttributes(required)}
              />
              {words}
            </label>
            {under?.[value]}
          </Fragment>
        ))}
      </div>
      <Words name={name} reply={reply} help={help} />
    </fieldset>
  )
}

export function TextareaField({
  reply,
  name,
  label,
  help,
  required,
  defaultValue,
  ...rest
}: FieldProps & { rows?: number; maxLength?: number }) {
  const field = useField(name, reply, help)
  return (
    <Field reply={reply} name={name} label={label} help={help} required={required}>
      <textarea
        rows={4}
        {...field.attributes}
        {...rest}
        {...field.requiredAttributes(required)}
        defaultValue={field.typed ?? defaultValue}
        className={`${styles.control} ${styles.textarea}`}
      />
    </Field>
  )
}

/** A text that nobody edits here: to be selected, or copied by a `CopyButton`. */
export function TextToTake({ id, label, text }: { id: string; label: string; text: string }) {
  return (
    <textarea
      id={id}
      readOnly
      rows={5}
      defaultValue={text}
      aria-label={label}
      className={`${styles.control} ${styles.textarea}`}
    />
  )
}

/** Sends `on` when ticked and nothing when not. */
export function CheckboxField({
  reply,
  name,
  label,
  help,
  required,
  defaultChecked = false,
  value = 'on',
}: Omit<FieldProps, 'defaultValue'> & { defaultChecked?: boolean; value?: string }) {
  // Boxes with one name differ by the value they send.
  const of = value === 'on' ? '' : value
  const field = useField(name, reply, help, of)
  const sent = field.reply?.values
  const isSent = sent !== undefined && (of === '' ? name in sent : (sent[name]?.split('\n').includes(of) ?? false))
  const checked = field.reply ? isSent : defaultChecked
  return (
    <div className={styles.field}>
      <label className={styles.tick}>
        <input
          {...field.attributes}
          type="checkbox"
          value={value}
          defaultChecked={checked}
          {...field.requiredAttributes(required)}
        />
        <span>{wholePlates(label)}</span>
      </label>
      <Words name={name} reply={reply} help={help} of={of} />
    </div>
  )
}

type TickListProps = Answered & {
  name: string
  label: string
  help?: ReactNode
  options: readonly Option[]
  /** The options that are ticked at first; all of them by default. */
  ticked?: readonly string[]
}

/** A choice of several: `name[]` sends the value of each ticked option. */
export function TickList({ name, label, help, options, ticked, reply }: TickListProps) {
  const field = useField(name, reply, help)
  const sent = field.reply ? (field.reply.values[`${name}[]`] ?? '').split('\n') : ticked
  const tickedValues = sent ? new Set(sent) : null
  return (
    <fieldset className={styles.field} aria-describedby={field.describedBy}>
      <legend className={styles.label}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.tick}>
          <input
            type="checkbox"
            name={`${name}[]`}
            value={option.value}
            defaultChecked={tickedValues?.has(option.value) ?? true}
          />
          {option.label}
        </label>
      ))}
      <Words name={name} reply={reply} help={help} />
    </fieldset>
  )
}

/** A checkbox among several, with its explanation under it. It stands in a `Fieldset` that names them all. */
export function Tick({
  name,
  value,
  help,
  amount,
  checked = false,
  children,
}: {
  name: string
  value: string
  help?: string
  /** Stands at the end of the line, aligned with those of the others. */
  amount?: string
  checked?: boolean
  children: ReactNode
}) {
  return (
    <label className={styles.tick}>
      <input type="checkbox" name={name} value={value} defaultChecked={checked} />
      <span className={styles.ticked}>
        {amount ? <span className={styles.amount}> {amount}</span> : null}
        {children}
        {help ? <small className={styles.means}>{help}</small> : null}
      </span>
    </label>
  )
}

type FileProps = Answered & {
  name: string
  label?: string
  help?: ReactNode
  multiple?: boolean
  /** The types that the file chooser offers, as in HTML: `image/png,image/jpeg`. */
  accept?: string
  required?: boolean
  /** The main thing to do on its page. */
  isLarge?: boolean
  /** A picture is kept as it is, so the phone may not make it smaller. */
  isWhole?: boolean
}

/** A drop zone that is an ordinary `<input type=file>`: browsers accept dropped files on it themselves. The form needs `encType="multipart/form-data"`. */
export function FileDrop({
  reply,
  name,
  label,
  help,
  multiple = true,
  accept,
  required,
  isLarge = false,
  isWhole = false,
}: FileProps) {
  const field = useField(name, reply, help)
  // A single file is a document by default.
  const offered = accept ?? (multiple ? undefined : PAPER_TYPES)
  const before = field.reply?.chosen?.[name] ?? []
  const takesPhotos = offered?.includes('image/') === true
  // Photos come one at a time from a camera.
  const gathers = multiple && takesPhotos ? '' : undefined
  const t = useT()
  return (
    <div className={styles.field} data-gathered={gathers}>
      <label className={`${styles.drop} ${isLarge ? styles.large : ''}`}>
        <Icon name="upload" />
        <span className={styles.dropWords}>
          <b>{label ?? t('common.form.drop')}</b>
          {help ? <small id={`${field.id}-help`}>{help}</small> : null}
          <input
            {...field.attributes}
            type="file"
            multiple={multiple}
            accept={offered}
            data-gather={gathers}
            data-photos={takesPhotos && !isWhole ? '' : undefined}
            {...field.requiredAttributes(required)}
          />
          <Chosen />
        </span>
      </label>
      {gathers === undefined ? null : (
        <Button kind="text" hidden data-empties="">
          {t('common.form.emptyFiles')}
        </Button>
      )}
      {before.length > 0 ? (
        <p className={styles.again}>{t('common.form.chooseAgain', { names: before.join(', ') })}</p>
      ) : null}
      <Words name={name} reply={reply} help={undefined} />
    </div>
  )
}

/**
 * The chosen files under a file input, in the page's language, written by `site-script.ts`. The browser's own words are in the
 * browser's language; they show only without a script.
 */
function Chosen() {
  const t = useT()
  return <output className={styles.chosen} data-chosen={t('common.form.files')} />
}

/** Fields that belong together, two in a row where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

/** `quiet`: the legend is hidden from view, because the text above says it already. */
export function Fieldset({
  legend,
  quiet = false,
  children,
}: {
  legend: string
  quiet?: boolean
  children: ReactNode
}) {
  return (
    <fieldset className={styles.set}>
      <legend className={quiet ? 'visually-hidden' : undefined}>{legend}</legend>
      {children}
    </fieldset>
  )
}
