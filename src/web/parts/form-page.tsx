import type { ReactNode } from 'react'
import type { AuditEvent } from '#features/audit/schema.ts'
import type { Described } from '#forms/record.ts'
import { useT } from '#web/i18n.tsx'
import { Section } from '#web/ui/card.tsx'
import { Actions, Form, type FormOf, SubmitButton } from '#web/ui/form.tsx'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { DoneNote } from './done-note.tsx'
import { Story } from './story.tsx'

type Props<Of extends Described> = FormOf<Of> & {
  title: string
  subtitle?: string
  back: { to: string; label: string }
  /** The words of the button. */
  buttonWords: string
  /** Other things that can be done with the record, beside the button. */
  acts?: ReactNode
  /** See `Form`. */
  version?: number | null
  /** The history of the record, shown under its form. */
  events?: readonly AuditEvent[]
}

/** A page that is the form of one record: a new one, or an existing one with its history. */
export function FormPage<Of extends Described>({
  title,
  subtitle,
  back,
  buttonWords,
  acts,
  events,
  ...form
}: Props<Of>) {
  const t = useT()
  return (
    <>
      <PageHead title={title} subtitle={subtitle} back={back} />
      <Page width="narrow">
        <DoneNote />
        <Form {...(form as FormOf<Described>)}>
          <Actions>
            <SubmitButton>{buttonWords}</SubmitButton>
            {acts}
          </Actions>
        </Form>
        {events ? (
          <Section title={t('page.fleet.history.title')}>
            <Story events={events} of={form.of} />
          </Section>
        ) : null}
      </Page>
    </>
  )
}
