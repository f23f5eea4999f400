import { mailboxPassword, mailboxRecord } from '#features/imports/mailboxes/schema.ts'
import type { MailboxView } from '#features/imports/mailboxes/schema.ts'
import { limitsOf } from '#forms/record.ts'
import { useT } from '#web/i18n.tsx'
import { CheckboxField, TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'

/** How a mailbox is reached and which of its mails count. */
export function MailboxForm({ mailbox }: { mailbox: MailboxView | null }) {
  const t = useT()
  return (
    <Form
      intent="save"
      of={mailboxRecord}
      values={mailbox ?? { port: 993, folder: 'INBOX' }}
      {...(mailbox ? { version: null } : {})}
      drawn={{
        password: (
          <TextField
            name="password"
            type="password"
            label={t('page.mailboxes.password')}
            help={t(mailbox ? 'page.mailboxes.passwordKept' : 'page.mailboxes.passwordHelp')}
            autoComplete="off"
            required={mailbox === null}
            {...limitsOf(mailboxPassword)}
          />
        ),
      }}
    >
      <CheckboxField name="unasked" label={t('page.mailboxes.unasked')} />
      <Actions>
        <SubmitButton>{t('page.mailboxes.save')}</SubmitButton>
      </Actions>
    </Form>
  )
}
