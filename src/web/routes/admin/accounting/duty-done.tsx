import { Refusal } from '#domain/refusal.ts'
import { noteDuty } from '#features/accounting/duties/commands.server.ts'
import { getDuty } from '#features/accounting/duties/queries.server.ts'
import { dutyDoneRecord } from '#features/accounting/duties/schema.ts'
import { formatDay } from '#messages/dates.ts'
import { lawDoubt, lawPlace, lawRead } from '#messages/law-words.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { typedMoment } from '#web/parts/typed-moment.ts'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/duty-done.ts'
import { askedDuty } from './asked-duty.ts'
import { dutyName } from './duty-words.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const duty = await getDuty(askedDuty(params), now)
  if (duty.note !== null) throw new Refusal('duty.said')
  return { duty, year: params.year, today: typedMoment(now).day }
})

export const action = saves('duty.done', dutyDoneRecord.input, async (change, input, { params }: Route.ActionArgs) => {
  await noteDuty(change, askedDuty(params), input)
  return `/admin/accounting/duties?year=${params.year}&done=done`
})

/** Asks whether a duty was done, with its receipt. */
export default function DutyDoneScreen({ loaderData: { duty, year, today } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={dutyName(duty, t)}
      from={t('page.duties.back')}
      facts={{ until: formatDay(duty.by, t.language), law: lawPlace(duty.kind, t) }}
      question={t('page.duties.done.question', { name: dutyName(duty, t) })}
      effect={t('page.duties.done.effect')}
      buttonWords={t('page.duties.done.submit')}
      kind="primary"
      files
      unchanged={`${lawRead(duty.kind, t)} ${lawDoubt(duty.kind, t)}`.trim()}
    >
      <RecordFields of={dutyDoneRecord} values={{ doneOn: today, note: '' }} />
      <NotOurs to={`/admin/accounting/duties/${year}/${duty.kind}/${duty.period}/none`} />
    </SmallAct>
  )
}

/** The other answer: the company is not subject to this duty. */
function NotOurs({ to }: { to: string }) {
  const t = useT()
  return (
    <Words look="small">
      <Link to={to}>{t('page.duties.done.notOurs')}</Link>
    </Words>
  )
}
