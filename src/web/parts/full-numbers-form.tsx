import { revealedFileInput } from '#features/oversight/reveals/schema.ts'
import { limitsOf } from '#forms/record.ts'
import { useT } from '#web/i18n.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'

/** Why a file is taken with every NIF in full, and in which format. */
export function FullNumbersForm({ help }: { help: string }) {
  const t = useT()
  return (
    // Named, though it is the usual one: the page stays, so no button waits for another.
    <Form target="_self">
      <TextField
        name="reason"
        label={t('page.sealed.reason')}
        help={help}
        {...limitsOf(revealedFileInput.shape.reason)}
        autoComplete="off"
      />
      <Actions>
        <SubmitButton name="format" value="xlsx">
          {t('page.sealed.week.xlsx')}
        </SubmitButton>
        <SubmitButton name="format" value="csv" kind="outlined">
          {t('page.sealed.week.csv')}
        </SubmitButton>
      </Actions>
    </Form>
  )
}
