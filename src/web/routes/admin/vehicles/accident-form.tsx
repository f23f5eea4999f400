import { type AccidentView, accidentRecord } from '#features/fleet/accidents/schema.ts'
import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { FileDrop } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'

type Props = {
  accident: AccidentView | null
  /** What is known of a new accident: when it was, and the driver's own account. */
  known?: { happenedAt: string; account: string }
  back: string
}

/** When and where, the other side, and the state at the insurer: recorded at once, and again when more is known. */
export function AccidentForm({ accident, known, back }: Props) {
  const t = useT()
  return (
    <Form
      of={accidentRecord}
      values={accident ?? { ...accidentRecord.empty, ...known }}
      {...(accident ? { version: null } : {})}
      encType="multipart/form-data"
    >
      <FileDrop
        name="form"
        label={t('page.accidents.form')}
        help={accident?.form ? t('page.accidents.formKept') : t('page.odometer.photoHelp')}
        multiple={false}
      />
      <Actions>
        <SubmitButton>{t(accident ? 'page.accidents.save' : 'page.accidents.submit')}</SubmitButton>
        <LinkButton to={back} kind="text">
          {t('common.cancel')}
        </LinkButton>
      </Actions>
    </Form>
  )
}
