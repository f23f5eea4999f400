import { href } from 'react-router'
import { showPlate } from '#domain/identifiers.ts'
import { Refusal } from '#domain/refusal.ts'
import { isoWeek, weekAt } from '#domain/week.ts'
import { recordDeparture } from '#features/departures/commands.server.ts'
import { previewDeparture } from '#features/departures/queries.server.ts'
import { departureInput, departureRecord } from '#features/departures/schema.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { handOverMomentInput } from '#features/fleet/vehicles/schema.ts'
import { formatDayShort } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { errorsOf } from '#web/answer.server.ts'
import { errorText, useT } from '#web/i18n.tsx'
import { ReturnedField } from '#web/parts/returned-field.tsx'
import { NO_MOMENT, typedMoment } from '#web/parts/typed-moment.ts'
import type { Reply } from '#web/reply.ts'
import { saves, shows } from '#web/screen.server.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { DateField, FieldRow, Fieldset, TimeField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/leave.ts'

export const loader = shows(async ({ url, params }: Route.LoaderArgs, { now }) => {
  const values = Object.fromEntries(url.searchParams)
  const read = 'atDay' in values ? handOverMomentInput.safeParse(values) : null
  if (read?.success === false) {
    const reply: Reply = { values, fieldErrors: errorsOf(read.error), refusal: null }
    return { id: params.id, at: NO_MOMENT, reply, leaving: null }
  }
  const at = read?.data ?? now.round({ smallestUnit: 'minute' })
  const question = { id: params.id, at: typedMoment(at), reply: null }
  const changes = await previewDeparture(params.id, at, now).catch(refusedDay)
  if (changes === null) return { ...question, leaving: null }
  const { departureDays } = await settingsIn(weekAt(now))
  const waitsUntil = Temporal.PlainDate.from(changes.lastDay).add({ days: departureDays }).toString()
  return { ...question, leaving: { changes, waitsUntil } }
})

/** `null` for a day on which nobody can leave, so that the page says so and asks for another. */
function refusedDay(error: unknown): null {
  if (error instanceof Refusal && error.code === 'departure.ends-before') return null
  throw error
}

export const action = saves('departure.record', departureInput, async (change, input, { params }: Route.ActionArgs) => {
  await recordDeparture(change, params.id, input)
  return `${href('/admin/drivers/:id/departure', params)}?result=recorded`
})

/** A driver leaves: first the moment and its effects; then the reason, the days, and the things that are back already. */
export default function LeaveScreen({ loaderData: { id, at, reply, leaving } }: Route.ComponentProps) {
  const t = useT()
  return (
    <Section title={t('page.departures.record.title')}>
      <Stack>
        <p>{t('page.departures.record.text')}</p>
        <Form method="get" reply={reply ?? undefined} key={`${at.day} ${at.time} ${at.twice}`}>
          <Fieldset legend={t('page.departures.record.when')}>
            <FieldRow>
              <DateField name="atDay" label={t('page.departures.record.day')} defaultValue={at.day} required />
              <TimeField
                name="atTime"
                label={t('page.departures.record.time')}
                help={t('page.fleet.periods.lisbon')}
                defaultValue={at.time}
                twice={at.twice}
                required
              />
            </FieldRow>
            <div>
              <Button type="submit" kind="outlined">
                {t('page.departures.record.look')}
              </Button>
            </div>
          </Fieldset>
        </Form>
        {leaving ? (
          <>
            <Changes changes={leaving.changes} />
            <LeaveForm key={`${at.day} ${at.time} ${leaving.waitsUntil}`} id={id} at={at} leaving={leaving} />
          </>
        ) : reply ? null : (
          <Notice tone="bad">
            <p>{errorText(t, 'departure.ends-before')}</p>
          </Notice>
        )}
      </Stack>
    </Section>
  )
}

type Loaded = Route.ComponentProps['loaderData']
type Leaving = NonNullable<Loaded['leaving']>

function LeaveForm({ id, at, leaving: { changes, waitsUntil } }: Pick<Loaded, 'id' | 'at'> & { leaving: Leaving }) {
  const t = useT()
  return (
    <Form
      of={departureRecord}
      values={{ waitsUntil }}
      drawn={{
        checklist: <ReturnedField legend={t('page.departures.record.checklist')} checklist={changes.checklist} />,
      }}
    >
      <input type="hidden" name="atDay" value={at.day} />
      <input type="hidden" name="atTime" value={at.time} />
      <input type="hidden" name="atTimeTwice" value={at.twice} />
      <Actions>
        <SubmitButton>{t('page.departures.record.submit')}</SubmitButton>
        <LinkButton to={`/admin/drivers/${id}/departure`} kind="text">
          {t('common.cancel')}
        </LinkButton>
      </Actions>
    </Form>
  )
}

/** The effects at that moment, a sentence each. */
function Changes({ changes }: Pick<Leaving, 'changes'>) {
  const t = useT()
  const { lastDay, cars, isPlanned, isAsked, contracts, terms, recurring, requests, unaccepted, frozen } = changes
  const sentences = [
    ...cars.map(({ plate, begins }) =>
      t(begins ? 'page.departures.record.carBegins' : 'page.departures.record.car', { plate: showPlate(plate) }),
    ),
    ...(isPlanned ? [t('page.departures.record.shifts')] : []),
    ...(isAsked ? [t('page.departures.record.asked')] : []),
    ...contracts.map(({ id, kind, effect }) =>
      t(`page.departures.record.contracts.${id === null && effect !== 'waits' ? 'unwritten' : effect}`, {
        contract: t(`page.contracts.kinds.${kind}`),
      }),
    ),
    ...terms.map(({ from }) => t('page.departures.record.terms', isoWeek(from))),
    ...recurring.map(({ reason, amount }) =>
      t('page.departures.record.recurring', { reason, amount: formatMoney(amount, t.language) }),
    ),
    ...requests.map(({ reason, total }) =>
      t('page.departures.record.request', { reason, amount: formatMoney(total, t.language) }),
    ),
    ...unaccepted.map(({ reason, remaining }) =>
      t('page.departures.record.unaccepted', { reason, amount: formatMoney(remaining, t.language) }),
    ),
    ...frozen.map((week) => t('page.departures.record.frozen', isoWeek(week))),
  ]
  return (
    <Card title={t('page.departures.record.changes')} aside={formatDayShort(lastDay, t.language)}>
      {sentences.length === 0 ? (
        <p>{t('page.departures.record.nothing')}</p>
      ) : (
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <p>{t('page.departures.record.weeks', { day: formatDayShort(lastDay, t.language) })}</p>
    </Card>
  )
}
