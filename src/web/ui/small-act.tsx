import { type ReactNode, useId } from 'react'
import { useActionData, useLocation } from 'react-router'
import type { MessageKey } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { recordAt } from '#web/places.ts'
import { type Reply, replyOf } from '#web/reply.ts'
import { LinkButton } from './button.tsx'
import { Fact, Facts } from './card.tsx'
import { Actions, Form, FormReply, SubmitButton } from './form.tsx'
import { Words } from './layout.tsx'
import { PageHead } from './page-head.tsx'
import styles from './small-act.module.css'

type FactName = { [Key in MessageKey]: Key extends `page.acts.facts.${infer Name}` ? Name : never }[MessageKey]

type Props = {
  /** The name of the record, and below the list or page it belongs to, if no frame says them. */
  record?: string
  from?: string
  /** Facts of the record that matter for the decision; unknown ones are left out. */
  facts: Partial<Record<FactName, ReactNode>>
  /** The question, and below the effect of a yes. */
  question: string
  effect: ReactNode
  /** Verb and object, for the button. */
  buttonWords: string
  kind?: 'danger' | 'primary'
  /** Says what stays unchanged, or how the act can be undone. */
  unchanged?: ReactNode
  /** The address of its record, if the table of places can't tell it. */
  back?: string
  /** The reason why the act is impossible now: then there is no form. */
  barred?: ReactNode
  /** The form has file fields. */
  files?: boolean
  /** The answer may be a page of its own at the same address, so the form is not sent from a dialog. */
  leaves?: boolean
  /** An act of a driver: without a network it waits on the phone. */
  isKept?: boolean
  children?: ReactNode
}

/**
 * A small act upon a record. Its page has the record's facts at the left of a card; a link to it shows the card alone, in a dialog over
 * the record (`enhancing/act.ts`). A refused act comes back with what was typed; one that can't be done any more still says why it was
 * refused.
 */
export function SmallAct({
  record,
  from,
  facts,
  question,
  effect,
  buttonWords,
  kind = 'danger',
  unchanged,
  back,
  barred,
  files = false,
  leaves = false,
  isKept = false,
  children,
}: Props) {
  const t = useT()
  const title = useId()
  const { pathname } = useLocation()
  const actionData = useActionData<Reply | object>()
  const backTo = back ?? recordAt(pathname) ?? '/admin'
  const known = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined && value !== '')
  return (
    <RecordAndAct
      record={
        <>
          {record === undefined ? null : (
            <PageHead
              title={record}
              part={question}
              {...(from === undefined ? {} : { back: { to: backTo, label: from } })}
            />
          )}
          <Facts>
            {known.map(([name, value]) => (
              <Fact key={name} name={t(`page.acts.facts.${name as FactName}`)}>
                {value}
              </Fact>
            ))}
          </Facts>
        </>
      }
    >
      <section id="act" className={styles.card} aria-labelledby={title}>
        <h2 id={title} tabIndex={-1}>
          {question}
        </h2>
        {typeof effect === 'string' ? <Words>{effect}</Words> : effect}
        {barred ? (
          <>
            <FormReply reply={replyOf(actionData)} />
            {typeof barred === 'string' ? <Words look="warn">{barred}</Words> : barred}
            <Cancel to={backTo}>{t('common.back')}</Cancel>
          </>
        ) : (
          <Form
            {...(files ? { encType: 'multipart/form-data' } : {})}
            {...(isKept ? { 'data-outbox': '' } : {})}
            {...(leaves ? { 'data-leaves': '' } : {})}
          >
            {children}
            <Actions>
              <SubmitButton kind={kind}>{buttonWords}</SubmitButton>
              <Cancel to={backTo}>{t('common.cancel')}</Cancel>
            </Actions>
            {unchanged ? <Words look="small">{unchanged}</Words> : null}
          </Form>
        )}
      </section>
    </RecordAndAct>
  )
}

/** A card for the act in the middle of a wide screen, with the facts of the record at its left; on a phone one under the other. */
export function RecordAndAct({ record, children }: { record: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.place}>
      <div className={styles.record}>{record}</div>
      {children}
    </div>
  )
}

/** Leads back to the record; in a dialog, closes it. */
function Cancel({ to, children }: { to: string; children: ReactNode }) {
  return (
    <LinkButton to={to} kind="text" data-cancel="">
      {children}
    </LinkButton>
  )
}
