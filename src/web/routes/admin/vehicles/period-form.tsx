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
  /** A period that is there, as the page shows it. */
  seen?: string
  /** The words of what saves it; `null` where what was looked at is saved below. */
  submit: string | null
  /** The words of what looks at it first: the form goes into the address, and what it would do is on the page that follows. */
  look?: string
  /** The week it was asked from. */
  week?: string | null
  back: string
  /** On which platforms the car was given as well the last time; without it that is not asked. */
  also?: readonly Platform[]
  reply: Reply | undefined
}

/** Who had a car from when to when, with open ends. */
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

/** Since when somebody has a car; left empty, since always. */
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

/** One moment of a car's time: a day and a time on the Lisbon clock. */
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
