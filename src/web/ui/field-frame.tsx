import { type ReactNode, createContext, useContext, useId } from 'react'
import type { ChangedField } from '#forms/merge.ts'
import { errorText, useT } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import styles from './form.module.css'

/**
 * Facts that the fields of a form share: the prefix of their ids, so that no two fields of a page have the same one; the
 * record's values; the errors when the form came back; and whether it searches, where no field is required.
 */
type FormFacts = {
  prefix: string
  values: object
  reply: Reply | undefined
  isSearch: boolean
  /** These fields belong to one option of a choice: the browser must not require a field that may be hidden. */
  isInsideOption?: boolean
  /** The fields that another person changed while the form was open. */
  changed?: readonly ChangedField[]
}

export const NOTHING = {}
export const FormContext = createContext<FormFacts>({ prefix: '', values: NOTHING, reply: undefined, isSearch: false })

/** Gives the fields inside ids that differ from those of every other form of the page. */
export function SeparateFields({ children }: { children: ReactNode }) {
  const prefix = `${useId()}-`
  return <FormContext value={{ prefix, values: NOTHING, reply: undefined, isSearch: false }}>{children}</FormContext>
}

export type Answered = { reply?: Reply | undefined }

export type FieldProps = Answered & {
  name: string
  label: string
  /** The label is hidden from view, because the text beside the field says it already. */
  quiet?: boolean
  help?: ReactNode
  required?: boolean
  defaultValue?: string
}

type FieldTexts = Answered & { name: string; help?: ReactNode }

export function Field({
  reply,
  name,
  label,
  quiet = false,
  help,
  required,
  isEither = false,
  children,
}: FieldTexts & {
  label: string
  quiet?: boolean
  required?: boolean | undefined
  isEither?: boolean | undefined
  children: ReactNode
}) {
  const t = useT()
  const { id } = useField(name, reply, help)
  const { isSearch } = useContext(FormContext)
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={quiet ? 'visually-hidden' : styles.label}>
        {label}
        {required || isEither || isSearch ? null : (
          <span className={styles.optional}>{` ${t('common.optional')}`}</span>
        )}
      </label>
      {children}
      <Words name={name} reply={reply} help={help} />
    </div>
  )
}

export function Words({ name, reply, help, of }: FieldTexts & { of?: string }) {
  const t = useT()
  const { id, errors, changed } = useField(name, reply, help, of)
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
      {changed ? (
        <p id={`${id}-changed`} className={styles.again}>
          {t(`common.form.meanwhile.field.${changed.typed === null ? 'taken' : 'both'}`)}
        </p>
      ) : null}
    </>
  )
}

/**
 * The attributes that tie a control to its label and texts. `ownReply`: the reply to this field, where it is not the reply to
 * the form. `value`: distinguishes the controls of one name, such as the options of a choice.
 */
export function useField(name: string, ownReply: Reply | undefined, help: ReactNode, value = '') {
  const { prefix, reply: formReply, isInsideOption = false, changed: changedFields = [] } = useContext(FormContext)
  const reply = ownReply ?? formReply
  const id = prefix + (value === '' ? name : `${name}-${value}`)
  // The schema knows a field that comes several times (`name[]`) by `name` alone.
  const errors = reply?.fieldErrors[name.replace(/\[\]$/, '')] ?? []
  const changed = changedFields.find((field) => field.name === name)
  const texts = [help ? `${id}-help` : null, errors.length > 0 ? `${id}-error` : null, changed ? `${id}-changed` : null]
  const describedBy = texts.filter((text) => text !== null).join(' ') || undefined
  const attributes = { id, name, 'aria-invalid': errors.length > 0 || undefined, 'aria-describedby': describedBy }
  const requiredAttributes = (required: boolean | undefined) =>
    isInsideOption && required ? { 'aria-required': true } : { required }
  return { id, reply, errors, changed, describedBy, attributes, requiredAttributes, typed: reply?.values[name] }
}
