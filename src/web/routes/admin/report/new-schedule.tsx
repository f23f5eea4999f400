import { LAST_DAY, REPORT_HOURS } from '#domain/report-schedule.ts'
import { Refusal } from '#domain/refusal.ts'
import { scheduleReport } from '#features/weeks/report-mails/commands.server.ts'
import { listOfficePeople } from '#features/weeks/report-mails/queries.server.ts'
import { LONGEST_NAME, REPORT_KINDS, scheduleInput, scheduleRecord } from '#features/weeks/report-mails/schema.ts'
import { dayName } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { placeAt } from '#web/places.ts'
import { saves, shows } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new-schedule.ts'

const REPORTS = '/admin/reports'
const SCHEDULES = `${REPORTS}/schedules`

export const loader = shows(async ({ request, context }: Route.LoaderArgs) => {
  const { searchParams } = new URL(request.url)
  const [place = '', query = ''] = (searchParams.get('of') ?? '').split('?', 2)
  const isView = place !== ''
  if (isView) requirePage(place)
  return {
    of: isView ? { place, query: `?${query}`, name: (searchParams.get('name') ?? '').slice(0, LONGEST_NAME) } : null,
    people: await listOfficePeople(),
    uid: requireUser(context).uid,
  }
})

export const action = saves('report.schedule', scheduleInput, async (change, input, { context }: Route.ActionArgs) => {
  const isView = input.kind === 'view'
  if (isView) requirePage(input.place)
  const of = isView ? {} : { place: REPORTS, query: '' }
  await scheduleReport(change, requireUser(context).uid, { ...input, ...of })
  return withDone(SCHEDULES, 'saved')
})

/** Refuses a view of anything but a page of the office, written as the table of places has it. */
function requirePage(place: string): void {
  if (!place.startsWith('/admin/') || placeAt(place)?.kind !== 'page') throw new Refusal('record.not-found')
}

const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** Schedules mails with the weekly or monthly report, or with the view from which the reader comes. */
export default function NewScheduleScreen({ loaderData: { of, people, uid } }: Route.ComponentProps) {
  const t = useT()
  const kinds = REPORT_KINDS.filter((kind) => kind !== 'view')
  return (
    <>
      <PageHead
        title={t('page.reports.mails.newTitle')}
        subtitle={of ? of.name : t('page.reports.mails.newText')}
        back={{
          to: of ? of.place + of.query : SCHEDULES,
          label: t(of ? 'page.views.back' : 'page.reports.mails.title'),
        }}
      />
      <Page width="narrow">
        <Form
          of={scheduleRecord}
          values={{
            name: of?.name ?? t('page.reports.mails.usualName'),
            rhythm: 'weekly',
            hour: USUAL_HOUR,
            readers: [uid],
          }}
          offered={{
            kind: kinds.map((kind) => ({ value: kind, label: t(`page.reports.mails.kinds.${kind}`) })),
            weekday: numbers(1, 7).map((day) => ({ value: String(day), label: dayName(day, t.language) })),
            day: numbers(1, LAST_DAY).map((day) => ({ value: String(day), label: String(day) })),
            hour: numbers(REPORT_HOURS.first, REPORT_HOURS.last).map((hour) => ({
              value: String(hour),
              label: t('page.reports.mails.atHour', { hour }),
            })),
            readers: people.map((person) => ({ value: person.uid, label: person.name })),
          }}
          drawn={of ? { kind: <input type="hidden" name="kind" value="view" /> } : {}}
        >
          <input type="hidden" name="place" value={of?.place ?? REPORTS} />
          <input type="hidden" name="query" value={of?.query ?? ''} />
          <Words look="small">{t('page.reports.mails.note')}</Words>
          <Actions>
            <SubmitButton>{t('page.reports.mails.save')}</SubmitButton>
          </Actions>
        </Form>
      </Page>
    </>
  )
}

const USUAL_HOUR = 8
