import type { Platform } from '#domain/performance.ts'
import { useT } from '#web/i18n.tsx'
import type { TypedMoment } from '#web/parts/typed-moment.ts'
import type { Reply } from '#web/reply.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { DateField, FieldRow, type Option, SelectField, TimeField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { AlsoOn } from './also-on.tsx'

type Props = {
  drivers: readonly Option[]
  driverId?: string
  from: TypedMoment
  to: TypedMoment
  /** The existing period as the page showed it, so that a change meanwhile is noticed. */
  seen?: string
  /** The words of the button that saves it; `null` if a preview below has the button. */
  submit: string | null
  /** The words of the button that previews it: the form is sent by GET, and the next page shows its effect. */
  look?: string
  /** The week from which the page was opened. */
  week?: string | null
  back: string
  /** The platforms on which the car was given too the last time; without it the form does not ask. */
  also?: readonly Platform[]
  reply: Reply | undefined
}

/** Who had a car from when to when; both ends may be open. */
export function PeriodForm({ drivers, driverId, from, to, seen, submit, look, week, back, also, reply }: Props) {
  const t = useT()
  return (
    <Form reply={reply}>
      {week ? <input type="hidden" name="week" value={week} /> : null}
      {seen ? <input type="hidden" name="seen" value={seen} /> : null}
      <SelectField
        name="driverId"
        label={t('page.fleet.periods.driver')}
        empty={t('page.fleet.periods.chooseDriver')}
        options={drivers}
        {...(driverId ? { defaultValue: driverId } : {})}
        required
      />
      <FromFields from={from} />
      <FieldRow>
        <DateField
          name="toDay"
          label={t('page.fleet.periods.toDay')}
          help={t('page.fleet.periods.toHelp')}
          defaultValue={to.day}
        />
        <TimeField name="toTime" label={t('page.fleet.periods.toTime')} defaultValue={to.time} twice={to.twice} />
      </FieldRow>
      {also ? <AlsoOn also={also} /> : null}
      <Actions>
        {submit === null ? null : <SubmitButton>{submit}</SubmitButton>}
        {look ? (
          <Button type="submit" kind={submit === null ? 'primary' : 'outlined'} formMethod="get">
            {look}
          </Button>
        ) : null}
        <LinkButton to={back} kind="text">
          {t('common.cancel')}
        </LinkButton>
      </Actions>
    </Form>
  )
}

/** Since when somebody has a car; empty means since always. */
export function FromFields({ from }: { from?: TypedMoment }) {
  const t = useT()
  return (
    <FieldRow>
      <DateField
        name="fromDay"
        label={t('page.fleet.periods.fromDay')}
        help={t('page.fleet.periods.fromHelp')}
        {...(from ? { defaultValue: from.day } : {})}
      />
      <TimeField
        name="fromTime"
        label={t('page.fleet.periods.fromTime')}
        help={t('page.fleet.periods.lisbon')}
        {...(from ? { defaultValue: from.time, twice: from.twice } : {})}
      />
    </FieldRow>
  )
}

/** A moment of a period: a day and a time on the Lisbon clock. */
export function MomentFields({ at }: { at: TypedMoment }) {
  const t = useT()
  return (
    <FieldRow>
      <DateField name="atDay" label={t('page.fleet.periods.atDay')} defaultValue={at.day} required />
      <TimeField
        name="atTime"
        label={t('page.fleet.periods.atTime')}
        help={t('page.fleet.periods.lisbon')}
        defaultValue={at.time}
        twice={at.twice}
        required
      />
    </FieldRow>
  )
}
