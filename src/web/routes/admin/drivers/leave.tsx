import { href } from 'react-router'
import { showPlate } from '#domain/identifiers.ts'
import { Refusal } from '#domain/refusal.ts'
import { isoWeek, weekAt } from '#domain/week.ts'
import { recordDeparture } from '#features/departures/commands.server.ts'
import { previewDeparture } from '#features/departures/queries.server.ts'
import { departureInput, readLeaving } from '#features/departures/schema.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { formatDayShort } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { errorText, useT } from '#web/i18n.tsx'
import { ReturnedField } from '#web/parts/returned-field.tsx'
import { typedMoment } from '#web/parts/typed-moment.ts'
import { saves, shows } from '#web/screen.server.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { DateField, FieldRow, Fieldset, TextField, TimeField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/leave.ts'

export const loader = shows(async ({ url, params }: Route.LoaderArgs, { now }) => {
  const at = readLeaving(url.searchParams, now)
  const asked = { id: params.id, at: typedMoment(at) }
  const changes = await previewDeparture(params.id, at, now).catch(refusedDay)
  if (changes === null) return { ...asked, leaving: null }
  const { departureDays } = await settingsIn(weekAt(now))
  const waitsUntil = Temporal.PlainDate.from(changes.lastDay).add({ days: departureDays }).toString()
  return { ...asked, leaving: { changes, waitsUntil } }
})

/** `null` for a day nobody can leave on: the page says so and asks for another. */
function refusedDay(error: unknown): null {
  if (error instanceof Refusal && error.code === 'departure.ends-before') return null
  throw error
}

export const action = saves('departure.record', departureInput, async (deed, input, { params }: Route.ActionArgs) => {
  await recordDeparture(deed, params.id, input)
  return `${href('/admin/drivers/:id/departure', params)}?result=recorded`
})

/** A driver leaves: first the moment and what it ends, then the reason, the days and what is back already. */
export default function LeaveScreen({ loaderData: { id, at, leaving } }: Route.ComponentProps) {
  const t = useT()
  return (
    <Section title={t('page.departures.record.title')}>
      <Stack>
        <p>{t('page.departures.record.text')}</p>
        <Form method="get" key={`${at.day} ${at.time}`}>
          <Fieldset legend={t('page.departures.record.when')}>
            <FieldRow>
              <DateField name="day" label={t('page.departures.record.day')} defaultValue={at.day} required />
              <TimeField
                name="time"
                label={t('page.departures.record.time')}
                help={t('page.fleet.periods.lisbon')}
                defaultValue={at.time}
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
            <LeaveForm key={`${at.day} ${at.time} ${leaving.waitsUntil}`} {...{ id, at, leaving }} />
          </>
        ) : (
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
    <Form>
      <input type="hidden" name="atDay" value={at.day} />
      <input type="hidden" name="atTime" value={at.time} />
      <TextField
        name="reason"
        label={t('page.departures.record.reason')}
        help={t('page.departures.record.reasonHelp')}
        maxLength={200}
        required
      />
      <FieldRow>
        <DateField
          name="waitsUntil"
          label={t('page.departures.record.waits')}
          help={t('page.departures.record.waitsHelp')}
          defaultValue={waitsUntil}
          required
        />
        <DateField
          name="signsInUntil"
          label={t('page.departures.record.signsIn')}
          help={t('page.departures.record.signsInHelp')}
        />
      </FieldRow>
      <ReturnedField legend={t('page.departures.record.checklist')} checklist={changes.checklist} />
      <Actions>
        <SubmitButton>{t('page.departures.record.submit')}</SubmitButton>
        <LinkButton to={`/admin/drivers/${id}/departure`} kind="text">
          {t('common.cancel')}
        </LinkButton>
      </Actions>
    </Form>
  )
}

/** What ends at that moment, each in a sentence. */
function Changes({ changes }: Pick<Leaving, 'changes'>) {
  const t = useT()
  const { lastDay, cars, terms, recurring, requests, unaccepted, frozen } = changes
  const sentences = [
    ...cars.map(({ plate, begins }) =>
      t(begins ? 'page.departures.record.carBegins' : 'page.departures.record.car', { plate: showPlate(plate) }),
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
