import { Refusal } from '#domain/refusal.ts'
import type { RowAnswer } from '#domain/row-answer.ts'
import { readWeek, weekName } from '#domain/week.ts'
import { answerRow } from '#features/weeks/answers/commands.server.ts'
import { findRow } from '#features/weeks/answers/queries.server.ts'
import { type AnswerableRow, rowInput, rowReason } from '#features/weeks/answers/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { findSighting } from '#features/imports/sightings/queries.server.ts'
import { Post } from '#web/parts/post.tsx'
import { readWayBack, withAnswer } from '#web/parts/way-back.ts'
import { readHadCar } from '#web/parts/who-had-car.server.ts'
import { WhoHadCar } from '#web/parts/who-had-car.tsx'
import type { Reply } from '#web/reply.ts'
import { saves, shows } from '#web/screen.server.ts'
import { requireAdmin } from '#web/session.server.ts'
import { Card, Stack } from '#web/ui/card.tsx'
import { Form, FormReply, SubmitButton, RecordFields } from '#web/ui/form.tsx'
import type { Route } from './+types/row.ts'
import { ActionPage } from './action-page.tsx'
import { RowWords } from './unmatched.tsx'

export const loader = shows(async ({ request, params, context }: Route.LoaderArgs, { now }) => {
  const week = readWeek(params.week)
  const name = weekName(week)
  const row = await findRow(week, params.row)
  if (!row) throw new Refusal('record.not-found')
  const seen = await findSighting(row.row.id)
  const had = seen && (await readHadCar(requireAdmin(context), seen.vehicleId, seen.at.toString(), now))
  return { week, name, row, had, back: readWayBack(request, `/admin/weekly/${name}`) }
})

export const action = saves(
  'row.answer',
  rowInput,
  async (change, { says, reason }, { request, params }: Route.ActionArgs) => {
    const week = readWeek(params.week)
    await answerRow(change, week, { row: params.row, says, reason })
    const back = readWayBack(request, `/admin/weekly/${weekName(week)}`)
    return withAnswer(back, 'said')
  },
)

/** One imported row: its content, whether it counts, and the office's answer. */
export default function RowScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { week, name, row, had, back } = loaderData
  const t = useT()
  return (
    <ActionPage
      week={week}
      weekName={name}
      title={t('page.exceptions.row.title', { line: row.row.line })}
      back={back}
      aside={
        <Stack>
          {row.isFrozen ? <p>{t('page.exceptions.row.frozen')}</p> : null}
          {row.answer ? <GivenAnswer said={row.answer} name={name} back={back} /> : null}
          {row.can.map((says) => (
            <Say key={says} says={says} reply={actionData} />
          ))}
          {row.answer || row.can.length > 0 ? null : <p>{t('page.exceptions.row.none')}</p>}
        </Stack>
      }
    >
      <FormReply reply={actionData} />
      <Card title={t(`page.exceptions.row.is.${stateOf(row)}`)}>
        <p>
          {row.row.file}: <RowWords row={row.row} />
        </p>
        {row.repeats ? (
          <p>
            {t('page.exceptions.row.repeats')} <RowWords row={row.repeats} />
          </p>
        ) : null}
        <p>
          {row.owner === 'company'
            ? t('page.exceptions.row.ofCompany')
            : row.owner
              ? t('page.exceptions.row.of', { name: row.owner.name })
              : t('page.exceptions.row.ofNobody')}
        </p>
        <p>
          <code>{row.original}</code>
        </p>
      </Card>
      {had ? (
        <WhoHadCar
          had={had}
          place={row.row.place ?? ''}
          reason={t('page.monitor.moment.ofRow', { label: row.row.label, file: row.row.file, line: row.row.line })}
          back={`/admin/weekly/${name}/rows/${row.row.id}`}
        />
      ) : null}
    </ActionPage>
  )
}

function stateOf({ answer, counts, repeats }: AnswerableRow): 'counts' | RowAnswer | 'duplicate' | 'not' {
  if (answer) return answer.says
  return counts ? 'counts' : repeats ? 'duplicate' : 'not'
}

/** The answer, by whom and when, and a link to take it back. */
function GivenAnswer({ said, name, back }: { said: NonNullable<AnswerableRow['answer']>; name: string; back: string }) {
  const t = useT()
  const { id, reason, at, by, count } = said
  return (
    <Card>
      <Stack>
        <p>
          {t('page.exceptions.row.said', {
            at: formatInstant(at, t.language),
            by: by ?? t('page.exceptions.row.commandLine'),
          })}{' '}
          {reason}
        </p>
        {count > 1 ? <p>{t('page.exceptions.row.together', { count })}</p> : null}
        <Post to={`/admin/weekly/${name}/answers?back=${encodeURIComponent(back)}`}>
          <input type="hidden" name="answer" value={id} />
          <SubmitButton kind="outlined">{t(`page.exceptions.row.takeBack.${said.says}`)}</SubmitButton>
        </Post>
      </Stack>
    </Card>
  )
}

/** One answer: its effect, a reason if it needs one, and its button. */
function Say({ says, reply }: { says: RowAnswer; reply: Reply | undefined }) {
  const t = useT()
  return (
    <Card>
      <Stack>
        <p>{t(`page.exceptions.row.effect.${says}`)}</p>
        <Form quiet reply={reply}>
          <input type="hidden" name="says" value={says} />
          {says === 'nothing' ? <RecordFields of={rowReason} /> : null}
          <div>
            <SubmitButton kind={says === 'nothing' ? 'danger' : 'outlined'}>
              {t(`page.exceptions.row.say.${says}`)}
            </SubmitButton>
          </div>
        </Form>
      </Stack>
    </Card>
  )
}
