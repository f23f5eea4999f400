import { readWeek, weekName } from '#domain/week.ts'
import { Refusal } from '#domain/refusal.ts'
import { findGap } from '#features/weeks/answers/queries.server.ts'
import type { Gap } from '#features/weeks/answers/schema.ts'
import { assignVehicle } from '#features/fleet/vehicles/commands.server.ts'
import { assignmentInput } from '#features/fleet/vehicles/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Post } from '#web/parts/post.tsx'
import { typedMoment } from '#web/parts/typed-moment.ts'
import { saves, shows } from '#web/screen.server.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { DateField, FieldRow, SelectField, TimeField } from '#web/ui/fields.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Bullets } from '#web/ui/layout.tsx'
import type { Route } from './+types/holder.ts'
import { ActionPage } from './action-page.tsx'
import { RefusedAnswer } from './refused-answer.tsx'
import { RowWords } from './unmatched.tsx'

const FIELDS = ['driverId', 'fromDay', 'fromTime', 'fromTimeTwice', 'toDay', 'toTime', 'toTimeTwice'] as const
type Typed = Record<(typeof FIELDS)[number], string>

export const loader = shows(async ({ request, params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  const query = new URL(request.url).searchParams
  const row = query.get('row') ?? ''
  const typed = Object.fromEntries(FIELDS.map((name) => [name, query.get(name) ?? ''])) as Typed
  const parsed = assignmentInput.safeParse(typed)
  const [gap, preview] = await Promise.all([
    findGap(week, row, null),
    parsed.success ? findGap(week, row, parsed.data) : null,
  ])
  return { week, name: weekName(week), row, gap, typed, preview }
})

/** Says who had the car at that time: the rows of that time go to this driver's statement. */
export const action = saves(
  'vehicle.assign',
  assignmentInput,
  async (change, input, { request, params }: Route.ActionArgs) => {
    const week = readWeek(params.week)
    const gap = await findGap(week, new URL(request.url).searchParams.get('row') ?? '', input, change.tx)
    if (!gap) throw new Refusal('record.not-found')
    await assignVehicle(change, gap.vehicle.id, input)
    return `/admin/weekly/${weekName(week)}?done=held`
  },
)

/** Asks who had the car at a minute when nobody did by the records; before saving, says which rows and amount would move. */
export default function HolderScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { week, name, gap, preview, typed, row } = loaderData
  if (!gap) return <RefusedAnswer week={week} name={name} title={t('page.weekActs.keys.title')} reply={reply} />

  const chosen = gap.people.find(({ id }) => id === typed.driverId)
  return (
    <ActionPage week={week} weekName={name} title={t('page.exceptions.holder.title', { plate: gap.vehicle.plate })}>
      <FormReply reply={reply} />
      <p>{t('page.exceptions.holder.gap', momentsOf(t, gap))}</p>
      {preview && chosen ? (
        <Move span={preview} driver={chosen} typed={typed} />
      ) : (
        gap.holders.map((holder) => (
          <Move
            key={`${holder.id} ${holder.from}`}
            span={holder}
            driver={holder}
            side={holder.side}
            typed={wholeSpan(holder, holder.id)}
          />
        ))
      )}
      <Post to={`/admin/weekly/${name}/rows`}>
        <input type="hidden" name="about" value="nobody" />
        <input type="hidden" name="row" value={row} />
        <p>{t('page.exceptions.holder.nobodyEffect')}</p>
        <SubmitButton kind="outlined">{t('page.exceptions.holder.nobody')}</SubmitButton>
      </Post>
      <Other gap={gap} typed={preview && chosen ? typed : wholeSpan(gap, '')} row={row} />
    </ActionPage>
  )
}

/** Start and end of a time in words; the end may be open. */
function momentsOf(t: Translator, { from, to }: Pick<Gap, 'from' | 'to'>) {
  const when = (at: string | null) => (at ? formatInstant(at, t.language) : t('page.exceptions.answers.open'))
  return { from: when(from), to: when(to) }
}

/** The whole of a time, as the fields of a form hold it. */
function wholeSpan(span: Pick<Gap, 'from' | 'to'>, driverId: string): Typed {
  const [from, to] = [span.from, span.to].map((at) => typedMoment(at ? Temporal.Instant.from(at) : null))
  // oxlint-disable-next-line typescript/no-non-null-assertion -- two moments make two
  const [begin, end] = [from!, to!]
  return {
    driverId,
    fromDay: begin.day,
    fromTime: begin.time,
    fromTimeTwice: begin.twice,
    toDay: end.day,
    toTime: end.time,
    toTimeTwice: end.twice,
  }
}

type MoveProps = {
  span: Pick<Gap, 'rows' | 'total' | 'from' | 'to'>
  driver: Gap['people'][number]
  side?: Gap['holders'][number]['side']
  typed: Typed
}

/** The rows that move and to whom, and the button that does it. */
function Move({ span, driver, side, typed }: MoveProps) {
  const t = useT()
  const { rows, total, from, to } = span
  const words = { count: rows.length, amount: formatMoney(total, t.language), name: driver.name }
  return (
    <Card title={driver.name} aside={side ? t(`page.exceptions.holder.${side}`) : null}>
      <Stack>
        {side === 'trips' ? <p>{t('page.exceptions.holder.times', momentsOf(t, { from, to }))}</p> : null}
        <p>{rows.length > 0 ? t('page.exceptions.holder.moves', words) : t('page.exceptions.holder.movesNone')}</p>
        <Bullets>
          {rows.map((row) => (
            <li key={row.id}>
              <RowWords row={row} />
            </li>
          ))}
        </Bullets>
        <Form quiet>
          {FIELDS.map((name) => (
            <input key={name} type="hidden" name={name} value={typed[name]} />
          ))}
          <SubmitButton>{t('page.exceptions.holder.was', { name: driver.name })}</SubmitButton>
        </Form>
      </Stack>
    </Card>
  )
}

/** Another driver, or other times: sent by GET, so that it is only previewed. */
function Other({ gap, typed, row }: { gap: Gap; typed: Typed; row: string }) {
  const t = useT()
  return (
    <Disclosure summary={t('page.exceptions.holder.else')} open={gap.holders.length === 0}>
      <Form method="get">
        <input type="hidden" name="row" value={row} />
        <SelectField
          name="driverId"
          label={t('page.fleet.periods.driver')}
          empty={t('page.fleet.periods.chooseDriver')}
          options={gap.people.map(({ id, name }) => ({ value: id, label: name }))}
          defaultValue={typed.driverId}
          required
        />
        <FieldRow>
          <DateField name="fromDay" label={t('page.fleet.periods.fromDay')} defaultValue={typed.fromDay} />
          <TimeField name="fromTime" label={t('page.fleet.periods.fromTime')} defaultValue={typed.fromTime} />
        </FieldRow>
        <FieldRow>
          <DateField name="toDay" label={t('page.fleet.periods.toDay')} defaultValue={typed.toDay} />
          <TimeField name="toTime" label={t('page.fleet.periods.toTime')} defaultValue={typed.toTime} />
        </FieldRow>
        <div>
          <Button type="submit">{t('page.exceptions.holder.look')}</Button>
        </div>
      </Form>
    </Disclosure>
  )
}
