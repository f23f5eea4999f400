import type { ReactNode } from 'react'
import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

type Props = {
  title: string
  text: ReactNode
  submit: string
  back: string
  /** Where one came from, where the question is all of its page: then it is the page's title. */
  from?: string
  children?: ReactNode
}

/** A question before something is taken away, with what will happen: a page of its own, so that it works everywhere. */
export function ConfirmForm({ title, text, submit, back, from, children }: Props) {
  const t = useT()
  const form = (
    <Form>
      {children}
      <Words>{text}</Words>
      <Actions>
        <SubmitButton kind="danger">{submit}</SubmitButton>
        <LinkButton to={back} kind="text">
          {t('common.cancel')}
        </LinkButton>
      </Actions>
    </Form>
  )
  if (from === undefined) return <Section title={title}>{form}</Section>
  return (
    <>
      <PageHead title={title} back={{ to: back, label: from }} />
      {form}
    </>
  )
}
