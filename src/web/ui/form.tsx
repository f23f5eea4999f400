import { Fragment, type ReactNode, createContext, useContext, useId } from 'react'
import { Form as RouterForm, type FormProps, useActionData, useLocation } from 'react-router'
import { type Described, factsOf } from '#forms/fields.ts'
import type { MessageKey } from '#messages/catalogue.ts'
import { withoutLanguage } from '#messages/language.ts'
import { errorText, useT } from '#web/i18n.tsx'
import { isPanel } from '#web/links.tsx'
import { useClosed } from '#web/place-power.ts'
import type { Reply } from '#web/reply.ts'
import { Button, type Kind } from './button.tsx'
import styles from './form.module.css'
import { Icon, type IconName } from './icon.tsx'
import { Notice } from './notice.tsx'

/**
 * Plain HTML first: the browser checks the limits, the action checks them again. `reply` (the action's data) is said once, of
 * the form: it is at its top, in its fields as they were typed, and beside what was wrong. Works without JavaScript. Where it
 * can not be sent (`place-power.ts`) one reads what it holds and why it is closed; one in a row of text is not there at all.
 */
export function Form({
  children,
  inline = false,
  wide = false,
  quiet = false,
  mayBeEmpty = false,
  of,
  values,
  drawn,
  reply: given,
  ...rest
}: Props) {
  const { pathname } = useLocation()
  const answered = useActionData<Reply>()
  const prefix = `${useId()}-`
  const closed = useClosed(typeof rest.action === 'string' ? rest.action : pathname)
  const reply = of ? answered : given
  const inside = (
    <>
      {quiet ? null : <FormReply reply={reply} />}
      {of ? <Fields of={of} drawn={drawn ?? NOTHING} /> : null}
      {children}
    </>
  )
  const facts = { prefix, values: values ?? NOTHING, reply, isSearch: mayBeEmpty || rest.method === 'get' }
  if (closed && rest.method !== 'get')
    return inline ? null : (
      <FormContext value={facts}>
        <Closed why={closed}>{inside}</Closed>
      </FormContext>
    )
  return (
    <FormContext value={facts}>
      <RouterForm
        method="post"
        className={inline ? styles.inline : `${styles.form} ${wide ? styles.wide : ''}`}
        {...rest}
      >
        {rest.method !== 'get' && isPanel(withoutLanguage(pathname)) ? <KeyField /> : null}
        {inside}
      </RouterForm>
    </FormContext>
  )
}

type Props = FormProps & {
  inline?: boolean
  /** As wide as the page: it holds a table. */
  wide?: boolean
  /** The record that is asked for: its fields come first, each under the word of its name. */
  of?: Described
  /** The record as it is; what was typed and refused goes before it. */
  values?: object
  /** Fields that this form draws itself, by their names: nothing is drawn for `null`. */
  drawn?: Drawn
  /** What the form was answered with: said at its top, typed again into its fields, and beside what was wrong. */
  reply?: Reply | undefined
  /** Any of its fields may stay empty, as its page says once. */
  mayBeEmpty?: boolean
  /** Only the fields say it: of a form that is answered while somebody types. */
  quiet?: boolean
}

/**
 * What the fields of a form share: the beginning of their ids, so that no two fields of a page have the same one; what the
 * record holds; what was wrong when the form came back; and whether it searches, where nothing has to be said.
 */
type FormFacts = { prefix: string; values: object; reply: Reply | undefined; isSearch: boolean }

const NOTHING = {}
const FormContext = createContext<FormFacts>({ prefix: '', values: NOTHING, reply: undefined, isSearch: false })

/** For a form that is drawn elsewhere: its fields have ids of their own beside those of other forms. */
export function OwnFields({ children }: { children: ReactNode }) {
  const prefix = `${useId()}-`
  return <FormContext value={{ prefix, values: NOTHING, reply: undefined, isSearch: false }}>{children}</FormContext>
}

type Drawn = Readonly<Record<string, ReactNode>>
type RecordFields = { of: Described; drawn: Drawn }

/** The fields of a record, part by part, row by row. */
function Fields({ of, drawn }: RecordFields) {
  const t = useT()
  return of.parts.map(({ legend, rows }) => {
    const fields = rows.map((row) => <FieldsOfRow key={row[0]} of={of} row={row} drawn={drawn} />)
    return legend ? (
      <Fieldset key={legend} legend={t(legend)}>
        {fields}
      </Fieldset>
    ) : (
      fields
    )
  })
}

function FieldsOfRow({ of, row, drawn }: RecordFields & { row: readonly string[] }) {
  const fields = row.map((name) => (
    <Fragment key={name}>{name in drawn ? drawn[name] : <RecordField of={of} name={name} />}</Fragment>
  ))
  return row.length === 1 ? fields : <FieldRow>{fields}</FieldRow>
}

/** One field of a record: its control, limits, word, help and value all come from its name. */
function RecordField({ of, name }: { of: Described; name: string }) {
  const t = useT()
  const { values } = useContext(FormContext)
  const { control, required = false, longest, digits, example, options = [], typed } = factsOf(of, name)
  const kept: unknown = Reflect.get(values, name)
  const defaultValue = kept == null ? '' : typed ? typed(kept as never, t.language) : String(kept)
  // oxlint-disable-next-line typescript/no-non-null-assertion -- each field has its word
  const label = of.labels[name]!
  const asked = { name, label: t(label), help: t.find(`${label}Help`), required, defaultValue }
  const limit = longest ? { maxLength: longest } : {}
  if (control === 'money') return <MoneyField {...asked} />
  if (control === 'lines') return <TextareaField {...asked} {...limit} />
  if (control === 'day') return <DateField {...asked} />
  if (control === 'time') return <TimeField {...asked} />
  if (control === 'file') return <FileDrop {...asked} multiple={false} />
  if (control === 'choice')
    return <SelectField {...asked} options={options.map(({ value, words }) => ({ value, label: t(words) }))} />
  const hints = { ...(digits ? { inputMode: 'numeric' as const } : {}), ...(example ? { placeholder: example } : {}) }
  const type = control === 'email' ? 'email' : control === 'phone' ? 'tel' : 'text'
  return <TextField {...asked} {...limit} {...hints} type={type} autoComplete="off" spellCheck={false} />
}

function Closed({ why, children }: { why: MessageKey; children: ReactNode }) {
  const t = useT()
  return (
    <div className={styles.form}>
      <p className={styles.help}>{t(why)}</p>
      <fieldset disabled className={`${styles.form} ${styles.closed}`}>
        {children}
      </fieldset>
    </div>
  )
}

/**
 * Makes a form act once: every form of the panel has one of its own, made with the page; the site's pages are kept for many
 * readers. The name is `KEY_FIELD` of `answer.server.ts`.
 */
export function KeyField() {
  return <input type="hidden" name="idempotencyKey" value={crypto.randomUUID()} />
}

type Answered = { reply?: Reply | undefined }

/** Why the form came back, at its top; takes the focus when it appears. Renders nothing while there is nothing to say. */
export function FormReply({ reply }: Answered) {
  const t = useT()
  if (!reply) return null
  const wrong = Object.keys(reply.fieldErrors).filter((name) => name !== '')
  const formErrors = reply.fieldErrors[''] ?? []
  if (!reply.refusal && formErrors.length + wrong.length === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- a page takes the focus by the attribute, with a script or without
    <div key={JSON.stringify(reply)} tabIndex={-1} autoFocus role="alert" className={styles.reply}>
      <Notice tone="bad">
        {reply.refusal ? <p>{errorText(t, reply.refusal.code, reply.refusal.params)}</p> : null}
        {formErrors.map((code) => (
          <p key={code}>{errorText(t, code)}</p>
        ))}
        {wrong.length > 0 ? <p>{t('common.form.refused', { count: wrong.length })}</p> : null}
      </Notice>
    </div>
  )
}

type FieldProps = Answered & {
  name: string
  label: string
  /** What stands beside it says its label already to those who see it. */
  quiet?: boolean
  help?: ReactNode
  required?: boolean
  defaultValue?: string
}

type TextProps = FieldProps & {
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
  type = 'text',
  ...rest
}: TextProps) {
  const field = useField(name, reply, help)
  return (
    <Field {...{ reply, name, label, quiet, help, required }}>
      <input
        {...field.attributes}
        {...rest}
        type={type}
        required={required}
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
    <Field {...{ reply, name, label, help, required }}>
      <span className={styles.measure} data-unit="€">
        <input
          {...field.attributes}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          required={required}
          defaultValue={field.typed ?? defaultValue}
          className={`${styles.control} ${styles.number}`}
        />
      </span>
    </Field>
  )
}

/** A day, by the browser's own calendar; sends `2026-11-26`. */
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
    <Field {...{ reply, name, label, help, required }}>
      <input
        {...field.attributes}
        {...limits}
        type="date"
        required={required}
        defaultValue={field.typed ?? defaultValue}
        className={`${styles.control} ${styles.date}`}
      />
    </Field>
  )
}

/** A time of the day, by the browser's own clock; sends `06:00`. */
export function TimeField({ reply, name, label, help, required, defaultValue }: FieldProps) {
  const field = useField(name, reply, help)
  return (
    <Field {...{ reply, name, label, help, required }}>
      <input
        {...field.attributes}
        type="time"
        required={required}
        defaultValue={field.typed ?? defaultValue}
        className={`${styles.control} ${styles.date}`}
      />
    </Field>
  )
}

export type Option = {
  value: string
  label: string
  /** Under whose heading it stands in a long list. */
  group?: string
}

/** `empty` is the words of the choice that is none ("Escolher…"); without it the first option is chosen. */
export function SelectField({
  reply,
  name,
  label,
  help,
  required,
  defaultValue,
  options,
  empty,
}: FieldProps & { options: readonly Option[]; empty?: string }) {
  const field = useField(name, reply, help)
  const chosen = field.typed ?? defaultValue
  return (
    <Field {...{ reply, name, label, help, required }}>
      <select
        {...field.attributes}
        required={required}
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

/** A few choices side by side, all to be seen at once. */
export function ChoiceField({
  reply,
  name,
  label,
  help,
  required,
  defaultValue,
  options,
}: FieldProps & { options: readonly Option[] }) {
  const field = useField(name, reply, help)
  const chosen = field.typed ?? defaultValue
  return (
    <fieldset className={styles.field} aria-describedby={field.describedBy}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.choices}>
        {options.map(({ value, label: words }) => (
          <label key={value} className={styles.choice}>
            <input type="radio" name={name} value={value} defaultChecked={value === chosen} required={required} />
            {words}
          </label>
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
    <Field {...{ reply, name, label, help, required }}>
      <textarea
        rows={4}
        {...field.attributes}
        {...rest}
        required={required}
        defaultValue={field.typed ?? defaultValue}
        className={`${styles.control} ${styles.textarea}`}
      />
    </Field>
  )
}

/** A text that nobody changes here: to be selected, or taken along by a `CopyButton`. */
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
  const field = useField(name, reply, help)
  const checked = field.reply ? name in field.reply.values : defaultChecked
  return (
    <div className={styles.field}>
      <label className={styles.tick}>
        <input {...field.attributes} type="checkbox" value={value} defaultChecked={checked} required={required} />
        <span>{label}</span>
      </label>
      <Words name={name} reply={reply} help={help} />
    </div>
  )
}

type FileProps = Answered & {
  name: string
  label?: string
  help?: ReactNode
  multiple?: boolean
  /** What the file chooser offers, as in HTML: `image/png,image/jpeg`. */
  accept?: string
  required?: boolean
  /** The one thing to do on its page. */
  isLarge?: boolean
}

/** A drop zone that is an `<input type=file>` through and through: browsers take dropped files on it themselves. The form needs `encType="multipart/form-data"`. */
export function FileDrop({ reply, name, label, help, multiple = true, accept, required, isLarge = false }: FileProps) {
  const field = useField(name, reply, help)
  const t = useT()
  return (
    <div className={styles.field}>
      <label className={`${styles.drop} ${isLarge ? styles.large : ''}`}>
        <Icon name="upload" />
        <span className={styles.dropWords}>
          <b>{label ?? t('common.form.drop')}</b>
          {help ? <small id={`${field.id}-help`}>{help}</small> : null}
          <input {...field.attributes} type="file" multiple={multiple} accept={accept} required={required} />
        </span>
      </label>
      <Words name={name} reply={reply} help={undefined} />
    </div>
  )
}

type SubmitProps = {
  kind?: Kind
  icon?: IconName
  wide?: boolean
  name?: string
  value?: string
  formAction?: string
  formNoValidate?: boolean
  children: ReactNode
}

/** Verb and object: "Aprovar semana". Says that it works while the answer is on its way. */
export function SubmitButton({ kind = 'primary', children, ...rest }: SubmitProps) {
  const t = useT()
  return (
    <Button type="submit" kind={kind} data-working={kind === 'primary' ? t('common.working') : ''} {...rest}>
      {children}
    </Button>
  )
}

/** The buttons at the end of a form; on a phone one under the other. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

/** One field and the button that sends it, side by side where there is room. */
export function ShortForm({ children }: { children: ReactNode }) {
  return <div className={styles.short}>{children}</div>
}

/** Fields that belong together, two in a row where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

/** `quiet`: what stands above it says it already to those who see it. */
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

/** Several of a list, all ticked at first: `name[]` sends the value of each that stays. */
export function TickList({
  name,
  label,
  options,
  reply,
}: Answered & { name: string; label: string; options: readonly Option[] }) {
  const field = useField(name, reply, null)
  const left = field.reply ? new Set((field.reply.values[`${name}[]`] ?? '').split('\n')) : null
  return (
    <fieldset className={styles.field} aria-describedby={field.describedBy}>
      <legend className={styles.label}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.tick}>
          <input
            type="checkbox"
            name={`${name}[]`}
            value={option.value}
            defaultChecked={left?.has(option.value) ?? true}
          />
          {option.label}
        </label>
      ))}
      <Words name={name} reply={reply} help={null} />
    </fieldset>
  )
}

/** One of several to be ticked, with what it means under it. It stands in a `Fieldset` that names them. */
export function Tick({
  name,
  value,
  help,
  checked = false,
  children,
}: {
  name: string
  value: string
  help?: string
  checked?: boolean
  children: ReactNode
}) {
  return (
    <label className={styles.tick}>
      <input type="checkbox" name={name} value={value} defaultChecked={checked} />
      <span>
        {children}
        {help ? <small className={styles.means}>{help}</small> : null}
      </span>
    </label>
  )
}

type Worded = Answered & { name: string; help?: ReactNode }

function Field({
  reply,
  name,
  label,
  quiet = false,
  help,
  required,
  children,
}: Worded & { label: string; quiet?: boolean; required?: boolean | undefined; children: ReactNode }) {
  const t = useT()
  const { id } = useField(name, reply, help)
  const { isSearch } = useContext(FormContext)
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={quiet ? 'visually-hidden' : styles.label}>
        {label}
        {required || isSearch ? null : <span className={styles.optional}> {t('common.optional')}</span>}
      </label>
      {children}
      <Words name={name} reply={reply} help={help} />
    </div>
  )
}

function Words({ name, reply, help }: Worded) {
  const t = useT()
  const { id, errors } = useField(name, reply, help)
  return (
    <>
      {help ? (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      ) : null}
      {errors.length > 0 ? (
        <p id={`${id}-error`} className={styles.error}>
          {errors.map((code) => errorText(t, code)).join(' ')}
        </p>
      ) : null}
    </>
  )
}

/** What a control of this name shares with its label and its words; `given` is the reply where the form does not tell. */
function useField(name: string, given: Reply | undefined, help: ReactNode) {
  const { prefix, reply: ofForm } = useContext(FormContext)
  const reply = given ?? ofForm
  const id = prefix + name
  const errors = reply?.fieldErrors[name] ?? []
  const describedBy =
    [help ? `${id}-help` : null, errors.length > 0 ? `${id}-error` : null].filter((one) => one !== null).join(' ') ||
    undefined
  const attributes = { id, name, 'aria-invalid': errors.length > 0 || undefined, 'aria-describedby': describedBy }
  return { id, reply, errors, describedBy, attributes, typed: reply?.values[name] }
}
