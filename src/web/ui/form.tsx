import { Fragment, type ReactNode, useContext, useId } from 'react'
import { Form as RouterForm, type FormProps, useActionData, useLocation } from 'react-router'
import { today } from '#forms/fields.ts'
import { mergeChanges, OPENED, readOpened, type SentValues, sentUntouched } from '#forms/merge.ts'
import { type Choices, type Described, factsOf, textInField } from '#forms/record.ts'
import type { MessageKey } from '#messages/catalogue.ts'
import { inLanguage, languageOf, withoutLanguage } from '#messages/language.ts'
import { errorText, useT } from '#web/i18n.tsx'
import { isPanel } from '#web/links.tsx'
import { useClosed } from '#web/place-power.ts'
import { type Reply, answered, replyOf } from '#web/reply.ts'
import { Button, type Kind } from './button.tsx'
import { ChangedFields } from './changed-fields.tsx'
import { type Answered, FormContext, NOTHING } from './field-frame.tsx'
import {
  CheckboxField,
  ChoiceField,
  DateField,
  FieldRow,
  Fieldset,
  FileDrop,
  MomentField,
  MoneyField,
  type Option,
  SelectField,
  TextField,
  TextareaField,
  TickList,
  TimeField,
} from './fields.tsx'
import styles from './form.module.css'
import type { IconName } from './icon.tsx'
import { Notice } from './notice.tsx'

/**
 * Plain HTML first: the browser checks the limits, the action checks them again. The form of the page shows the action's answer (of several
 * forms the one whose `intent` was sent): a message at its top, its fields as typed, each error beside its field. Works without JavaScript.
 * Like a link, it keeps the language of its page. A reader who can't send it (`place-power.ts`) sees its values and the reason; a form in a
 * row of text is left out.
 */
export function Form<Of extends Described = Described>(props: Props<Of>) {
  const {
    children,
    inline = false,
    wide = false,
    quiet = false,
    mayBeEmpty = false,
    of,
    values,
    above,
    drawn = NOTHING,
    offered = NOTHING,
    intent,
    version,
    reply: given,
    ...rest
  } = props as Untyped
  const { pathname } = useLocation()
  const actionData = useActionData<Reply | object>()
  const prefix = `${useId()}-`
  const closed = useClosed(typeof rest.action === 'string' ? rest.action : pathname)
  const isSearch = rest.method === 'get'
  const showsReply = !quiet && !inline && !isSearch
  const ownReply = intent ? answered(actionData, intent) : of || showsReply ? replyOf(actionData) : undefined
  const answer = 'reply' in props ? given : ownReply
  const { reply, changed, now } = useMerged({ of: version === undefined ? undefined : of, values, reply: answer })
  const content = (
    <>
      {intent ? <input type="hidden" name="intent" value={intent} /> : null}
      {version === undefined ? null : <Opened version={version} sent={now} />}
      {quiet ? null : (
        <FormReply reply={reply}>
          {of && changed.length > 0 ? <ChangedFields of={of} offered={offered} changed={changed} /> : null}
        </FormReply>
      )}
      {above}
      {of ? <Parts of={of} drawn={drawn} offered={offered} /> : null}
      {children}
    </>
  )
  const facts = { prefix, values: values ?? NOTHING, reply, isSearch: mayBeEmpty || isSearch, changed }
  if (closed && !isSearch)
    return inline ? null : (
      <FormContext value={facts}>
        <Closed why={closed}>{content}</Closed>
      </FormContext>
    )
  return (
    <FormContext value={facts}>
      <RouterForm
        method="post"
        {...(of && asksForFile(of) ? { encType: 'multipart/form-data' as const } : {})}
        className={inline ? styles.inline : `${styles.form} ${wide ? styles.wide : ''}`}
        {...rest}
        {...(typeof rest.action === 'string' ? { action: inLanguage(rest.action, languageOf(pathname)) } : {})}
      >
        {rest.method !== 'get' && isPanel(withoutLanguage(pathname)) ? <KeyField /> : null}
        {content}
      </RouterForm>
    </FormContext>
  )
}

type Props<Of extends Described> = Omit<Untyped, 'of' | 'offered'> & { of?: Of } & Offering<Of>

/** A record in a form: its fields, their first values, and the choices for them. */
export type FormOf<Of extends Described> = { of: Of; values?: object; drawn?: Drawn } & Offering<Of>

type AnyFields = Pick<Untyped, 'values' | 'drawn' | 'offered'> & { of: Described }

/** `offered` is required if a record refers to other nouns, and not allowed otherwise. */
type Offering<Of> = keyof Choices<Of> extends never ? { offered?: undefined } : { of: Of; offered: Choices<Of> }

type Untyped = FormProps & {
  inline?: boolean
  /** The form is as wide as the page, because it holds a table. */
  wide?: boolean
  /** The record that the form asks for: its fields come first, each with its label. */
  of?: Described
  /** The values of the record; refused input takes precedence over them. */
  values?: object
  /** Text above the fields of the record: what will happen. */
  above?: ReactNode
  /** Fields that this form draws itself, by their names; `null` leaves a field out. */
  drawn?: Drawn
  /** Choices from other nouns, by field. */
  offered?: Offered
  /** The intent of this form among the forms of its page: it shows only answers to its own intent. */
  intent?: string
  /**
   * The version of the record that this form was made from, or `null` for a record without versions. The form sends it, and what its fields said then: if another person
   * changes the record meanwhile and this form comes back, it has their changes, and says so.
   */
  version?: number | null
  /** Another answer than the page's: of a preview, or of one form among several without an intent. */
  reply?: Reply | undefined
  /** Every field may stay empty, which the page says once. */
  mayBeEmpty?: boolean
  /** The form shows no message of its own: its page says it elsewhere, or only the fields do. */
  quiet?: boolean
}

type Drawn = Readonly<Record<string, ReactNode>>
type Offered = Readonly<Record<string, readonly Option[]>>
type FieldOptions = { of: Described; drawn: Drawn; offered: Offered }

function asksForFile(of: Described): boolean {
  return Object.keys(of.fields).some((name) => factsOf(of, name).control === 'file')
}

/** The fields of a record inside another form. */
export function RecordFields<Of extends Described>(props: FormOf<Of>) {
  const form = useContext(FormContext)
  const { of, values = form.values, drawn = NOTHING, offered = NOTHING } = props as AnyFields
  return (
    <FormContext value={{ ...form, values }}>
      <Parts of={of} drawn={drawn} offered={offered} />
    </FormContext>
  )
}

/** The fields of a record, part by part, row by row. */
function Parts({ of, ...options }: FieldOptions) {
  const t = useT()
  return of.parts.map(({ legend, rows }) => {
    const fields = rows.map((row) => <FieldsOfRow key={row[0]} of={of} row={row} {...options} />)
    return legend ? (
      <Fieldset key={legend} legend={t(legend)}>
        {fields}
      </Fieldset>
    ) : (
      fields
    )
  })
}

function FieldsOfRow({ row, ...options }: FieldOptions & { row: readonly string[] }) {
  const fields = row.map((name) => (
    <Fragment key={name}>
      {name in options.drawn ? options.drawn[name] : <RecordField name={name} {...options} />}
    </Fragment>
  ))
  return row.length === 1 ? fields : <FieldRow>{fields}</FieldRow>
}

/** One field of a record: its control, limits, label, help and value all follow from its name. */
function RecordField({ name, ...fieldOptions }: FieldOptions & { name: string }) {
  const { of, offered } = fieldOptions
  const t = useT()
  const { values } = useContext(FormContext)
  const facts = factsOf(of, name)
  const { control, required = false, longest, digits, example, none, open, autofill = 'off' } = facts
  const kept: unknown = Reflect.get(values, name)
  const defaultValue = textInField(of, name, kept, t.language)
  // oxlint-disable-next-line typescript/no-non-null-assertion -- each field has its word
  const label = of.labels[name]!
  const props = { name, label: t(label), help: t.find(`${label}Help`), required, defaultValue }
  const limit = longest ? { maxLength: longest } : {}
  const until = facts.untilToday ? { max: today().toString() } : {}
  const options = offered[name] ?? facts.options?.map(({ value, words }) => ({ value, label: t(words) })) ?? []
  if (control === 'money') return <MoneyField {...props} />
  if (control === 'lines') return <TextareaField {...props} {...limit} />
  if (control === 'day') return <DateField {...props} {...until} />
  if (control === 'moment') return <MomentField {...props} {...until} />
  if (control === 'time') return <TimeField {...props} />
  if (control === 'file')
    return <FileDrop {...props} multiple={false} {...(facts.endings ? { accept: facts.endings } : {})} />
  if (control === 'tick') return <CheckboxField {...props} defaultChecked={kept === true} />
  if (control === 'some' || control === 'references')
    return <TickList {...props} options={options} ticked={Array.isArray(kept) ? kept : []} />
  const cases = of.cases[name]
  if (cases) {
    const under = Object.entries(cases).map(([value, names]) => [
      value,
      <Case key={value} names={names} {...fieldOptions} />,
    ])
    return <ChoiceField {...props} options={options} under={Object.fromEntries(under)} />
  }
  if (open) return <ChoiceField {...props} options={options} />
  if (control === 'choice' || control === 'reference')
    return <SelectField {...props} options={options} {...(none ? { empty: t(none) } : {})} />
  const hints = {
    ...(digits ? { inputMode: digits === 'comma' ? ('decimal' as const) : ('numeric' as const) } : {}),
    ...(example ? { placeholder: example } : {}),
  }
  const type = control === 'email' ? 'email' : control === 'phone' ? 'tel' : 'text'
  return <TextField {...props} {...limit} {...hints} type={type} autoComplete={autofill} spellCheck={false} />
}

/** The fields of a record that are asked for when a choice has this value. */
function Case({ names, ...options }: FieldOptions & { names: readonly string[] }) {
  return (
    <UnderChoice>
      {names.map((name) => (
        <FieldsOfRow key={name} row={[name]} {...options} />
      ))}
    </UnderChoice>
  )
}

/** Fields that are asked for when a choice has one value; styles alone hide them otherwise, without a script. */
export function UnderChoice({ children }: { children: ReactNode }) {
  const form = useContext(FormContext)
  return (
    <div className={styles.case}>
      <FormContext value={{ ...form, isInsideOption: true }}>{children}</FormContext>
    </div>
  )
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
 * The key that makes a form act once. Every form of the panel has one of its own, made with the page; pages of the site are
 * cached for many readers. The name is `KEY_FIELD` of `answer.server.ts`.
 */
export function KeyField() {
  return <input type="hidden" name="idempotencyKey" value={crypto.randomUUID()} />
}

/** The version of the record that a form was made from, and what the form said then. */
function Opened({ version, sent }: { version: number | null; sent: SentValues }) {
  return (
    <>
      {version === null ? null : <input type="hidden" name="version" value={version} />}
      <input type="hidden" name={OPENED} value={JSON.stringify(sent)} />
    </>
  )
}

/** The answer to the form of a record, brought up to date with what another person saved while the form was open. */
export function useMerged({
  of,
  values,
  reply,
}: {
  of: Described | undefined
  values: object | undefined
  reply: Reply | undefined
}) {
  const { language } = useT()
  const now = of ? sentUntouched(of, values ?? NOTHING, language) : NOTHING
  const opened = readOpened(reply?.values[OPENED])
  if (!of || !reply || !opened) return { reply, changed: [], now }
  const merged = mergeChanges(of, opened, reply.values, now)
  return { reply: { ...reply, values: merged.values }, changed: merged.changed, now }
}

/** Says at the top of a form why it came back, and takes the focus when it appears. Renders nothing without a reason. */
export function FormReply({ reply, children }: Answered & { children?: ReactNode }) {
  const t = useT()
  if (!reply) return null
  const refusedFields = Object.keys(reply.fieldErrors).filter((name) => name !== '')
  const formErrors = reply.fieldErrors[''] ?? []
  if (!reply.refusal && formErrors.length + refusedFields.length === 0)
    return children ? <Notice tone="warn">{children}</Notice> : null
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- a page takes the focus by the attribute, with a script or without
    <div key={JSON.stringify(reply)} tabIndex={-1} autoFocus role="alert" className={styles.reply}>
      <Notice tone="bad">
        {reply.refusal ? <p>{errorText(t, reply.refusal.code, reply.refusal.params)}</p> : null}
        {formErrors.map((code) => (
          <p key={code}>{errorText(t, code)}</p>
        ))}
        {refusedFields.length > 0 ? <p>{t('common.form.refused', { count: refusedFields.length })}</p> : null}
        {children}
      </Notice>
    </div>
  )
}

/**
 * Says why a form was refused that the page no longer offers, because somebody else acted meanwhile. `offered`: the
 * `intent` of each form on the page, which shows its own refusal.
 */
export function LateReply({ offered }: { offered: readonly string[] }) {
  const reply = replyOf(useActionData<Reply | object>())
  return reply && !offered.includes(reply.values['intent'] ?? '') ? <FormReply reply={reply} /> : null
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

/** The words are verb and object: "Aprovar semana". The button says that it works while the answer is on its way. */
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

/** One field and its button, side by side if there is room. */
export function ShortForm({ children }: { children: ReactNode }) {
  return <div className={styles.short}>{children}</div>
}
