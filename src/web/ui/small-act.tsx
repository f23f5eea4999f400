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
  /** Without a frame that says it: the name of the record, and the list or page that it is of. */
  record?: string
  from?: string
  /** What one looks at of the record to decide; what is not known is left out. */
  facts: Partial<Record<FactName, ReactNode>>
  /** The question, and what follows from a yes. */
  asks: string
  effect: ReactNode
  /** Verb and object of its button. */
  does: string
  kind?: 'danger' | 'primary'
  /** What does not change, or how it is taken back. */
  stays?: ReactNode
  /** Where its record is, when the table of places can not tell. */
  back?: string
  /** Why it can not be done now: there is nothing to send then. */
  barred?: ReactNode
  /** Its fields take files. */
  files?: boolean
  /** What answers may be a page of its own, at the same address: it is not sent from a dialog. */
  leaves?: boolean
  /** A driver's own: without a network it waits on the phone. */
  isKept?: boolean
  children?: ReactNode
}

/**
 * A small act upon a record. Its page has the record's facts at the left of a card; a link to it shows the card alone, in a dialog over
 * the record (`enhancing/act.ts`). A refused act comes back with what was typed; one that can not be done any more says
 * why it was refused all the same.
 */
export function SmallAct({
  record,
  from,
  facts,
  asks,
  effect,
  does,
  kind = 'danger',
  stays,
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
  const way = back ?? recordAt(pathname) ?? '/admin'
  const known = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined && value !== '')
  return (
    <RecordAndAct
      record={
        <>
          {record === undefined ? null : (
            <PageHead title={record} part={asks} {...(from === undefined ? {} : { back: { to: way, label: from } })} />
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
          {asks}
        </h2>
        {typeof effect === 'string' ? <Words>{effect}</Words> : effect}
        {barred ? (
          <>
            <FormReply reply={replyOf(actionData)} />
            {typeof barred === 'string' ? <Words look="warn">{barred}</Words> : barred}
            <Cancel to={way}>{t('common.back')}</Cancel>
          </>
        ) : (
          <Form
            {...(files ? { encType: 'multipart/form-data' } : {})}
            {...(isKept ? { 'data-outbox': '' } : {})}
            {...(leaves ? { 'data-leaves': '' } : {})}
          >
            {children}
            <Actions>
              <SubmitButton kind={kind}>{does}</SubmitButton>
              <Cancel to={way}>{t('common.cancel')}</Cancel>
            </Actions>
            {stays ? <Words look="small">{stays}</Words> : null}
          </Form>
        )}
      </section>
    </RecordAndAct>
  )
}

/** What is done to a record in the middle of a wide screen, and at its left what the record is; on a phone one under the other. */
export function RecordAndAct({ record, children }: { record: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.place}>
      <div className={styles.record}>{record}</div>
      {children}
    </div>
  )
}

/** Leads back to the record; closes the dialog. */
function Cancel({ to, children }: { to: string; children: ReactNode }) {
  return (
    <LinkButton to={to} kind="text" data-cancel="">
      {children}
    </LinkButton>
  )
}
