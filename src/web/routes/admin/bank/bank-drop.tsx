import { limitsOf } from '#forms/record.ts'
import { accountNumber } from '#features/bank/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Post } from '#web/parts/post.tsx'
import type { Reply } from '#web/reply.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { CheckboxField, FileDrop, TextField } from '#web/ui/fields.tsx'
import { FormReply, ShortForm, SubmitButton } from '#web/ui/form.tsx'

/** The form to drop statements; a list without a name or balances needs more answers, which stand beside it. */
export function BankDrop({ reply }: { reply?: Reply | undefined }) {
  const t = useT()
  return (
    <Post to="/admin/bank/import" encType="multipart/form-data" data-send="">
      <ShortForm>
        <FormReply reply={reply} />
        <FileDrop name="files" label={t('page.bank.drop.label')} help={t('page.bank.drop.help')} required />
        <Disclosure summary={t('page.bank.drop.more')} level="line" open={reply !== undefined}>
          <TextField
            name="account"
            label={t('page.bank.drop.account')}
            help={t('page.bank.drop.accountHelp')}
            {...limitsOf(accountNumber)}
            reply={reply}
          />
          <CheckboxField name="whole" label={t('page.bank.drop.whole')} reply={reply} />
          <CheckboxField name="days" label={t('page.bank.drop.days')} reply={reply} />
        </Disclosure>
        <SubmitButton kind="outlined">{t('page.bank.drop.submit')}</SubmitButton>
      </ShortForm>
    </Post>
  )
}
