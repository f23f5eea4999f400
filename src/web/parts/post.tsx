import { Form, type FormProps, useLocation } from 'react-router'
import { inLanguage } from '#messages/language.ts'
import { useLanguage } from '#web/i18n.tsx'
import { useMaySend } from '#web/place-power.ts'
import { SeparateFields } from '#web/ui/field-frame.tsx'
import { KeyField } from '#web/ui/form.tsx'

/**
 * A form that posts to an action of its own address: write the Portuguese path. Works without JavaScript. Readers who
 * may not send it don't see it.
 */
export function Post({ to, children, ...rest }: Omit<FormProps, 'action' | 'method'> & { to: string }) {
  const language = useLanguage()
  const { pathname } = useLocation()
  if (!useMaySend(to || pathname)) return null
  return (
    <Form method="post" action={inLanguage(to, language)} {...rest}>
      <KeyField />
      <SeparateFields>{children}</SeparateFields>
    </Form>
  )
}
