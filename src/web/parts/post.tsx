import { Form, type FormProps } from 'react-router'
import { inLanguage } from '#messages/language.ts'
import { useLanguage } from '#web/i18n.tsx'

/** A form that posts to an action of its own address: write the Portuguese path. Works without JavaScript. */
export function Post({ to, ...rest }: Omit<FormProps, 'action' | 'method'> & { to: string }) {
  const language = useLanguage()
  return <Form method="post" action={inLanguage(to, language)} {...rest} />
}
