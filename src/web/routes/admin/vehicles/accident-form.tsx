import { type AccidentView, accidentRecord } from '#features/fleet/accidents/schema.ts'
import { useT } from '#web/i18n.tsx'
import type { TypedMoment } from '#web/parts/typed-moment.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { FileDrop } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { MomentFields } from './period-form.tsx'

type Props = {
  accident: AccidentView | null
  /** The driver's own account of a new accident. */
  account?: string
  at: TypedMoment
  back: string
}

/** When and where, the other side, and the state at the insurer: recorded at once, and again when more is known. */
export function AccidentForm({ accident, account = '', at, back }: Props) {
  const t = useT()
  return (
    <Form
      of={accidentRecord}
      values={accident ?? { ...accidentRecord.empty, account }}
      {...(accident ? { version: null } : {})}
      drawn={{ at: <MomentFields at={at} /> }}
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
