import { previousWeek, weekAt, weekName } from '#domain/week.ts'
import { answerRecognised } from '#features/weeks/answers/commands.server.ts'
import { listRecognised } from '#features/weeks/unmatched/queries.server.ts'
import { type RecognisedQuestion, ownerValue, recognisedInput } from '#features/weeks/unmatched/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { askedWeek } from '#web/parts/asked-week.ts'
import { lineLink } from '#web/parts/line-link.ts'
import { sourceName } from '#web/parts/source-name.ts'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { CheckboxField } from '#web/ui/fields.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/recognised.ts'
import { SuggestionReason } from '../weekly/unmatched.tsx'

/** Weeks back from which rows are asked about. */
const WEEKS_ASKED = 26

const sinceWeek = (request: Request, now: Temporal.Instant) =>
  askedWeek(request) ?? previousWeek(weekAt(now), WEEKS_ASKED)

export const loader = shows(async ({ request }: Route.LoaderArgs, { now }) => {
  const week = askedWeek(request)
  return {
    questions: await listRecognised(sinceWeek(request, now)),
    back: week ? { to: `/admin/weekly/${weekName(week)}`, number: weekNumber(week) } : null,
  }
})

export const action = saves('key.remember', recognisedInput, async (change, chosen, { request }: Route.ActionArgs) => {
  const week = askedWeek(request)
  await answerRecognised(change, sinceWeek(request, change.now), chosen)
  return `${week ? `/admin/weekly/${weekName(week)}` : '/admin/data'}?done=remembered`
})

/** Names of the files that the fleet probably has, a line each: the sure ones are ticked, and one press links them all. */
export default function RecognisedScreen({ loaderData: { questions, back }, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const home = back
    ? { to: back.to, label: t('page.week.approval.back', { number: back.number }) }
    : { to: '/admin/data', label: t('page.data.title') }
  if (questions.length === 0) {
    return (
      <Stack>
        <PageHead title={t('page.recognised.title')} back={home} />
        <FormReply reply={reply} />
        <Notice action={<LinkButton to={home.to}>{home.label}</LinkButton>}>{t('page.recognised.gone')}</Notice>
      </Stack>
    )
  }
  const groups = Map.groupBy(questions, ({ isSure }) => (isSure ? 'sure' : 'look'))
  return (
    <>
      <PageHead title={t('page.recognised.title')} subtitle={t('page.recognised.subtitle')} back={home} />
      <Form wide>
        {(['sure', 'look'] as const).map((group) => {
          const own = groups.get(group)
          return own ? (
            <Section key={group} title={t(`page.recognised.groups.${group}`)}>
              <Table
                caption={t('page.recognised.caption')}
                columns={columns(t)}
                rows={own}
                rowKey={({ id }) => id}
                phone="lines"
              />
            </Section>
          ) : null
        })}
        <Actions>
          <SubmitButton>{t('page.recognised.submit')}</SubmitButton>
          <LinkButton to={home.to} kind="text">
            {t('common.cancel')}
          </LinkButton>
          <Words look="small">{t('page.recognised.undone')}</Words>
        </Actions>
      </Form>
    </>
  )
}

function columns(t: Translator): Column<RecognisedQuestion>[] {
  return [
    {
      head: t('page.recognised.heads.link'),
      wraps: true,
      cell: (question) => (
        <CheckboxField
          name={question.id}
          value={ownerValue(question.suggestion)}
          label={t('page.recognised.link', namesOf(question))}
          defaultChecked={question.isSure}
        />
      ),
    },
    {
      head: t('page.recognised.heads.because'),
      wraps: true,
      cell: (question) => <SuggestionReason question={question} sure={question.isSure} />,
    },
    {
      head: t('page.recognised.heads.rows'),
      wraps: true,
      cell: (question) => {
        const [row] = question.rows
        return (
          <>
            {t('page.recognised.from', {
              source: sourceName(t, question),
              amount: formatMoney(question.total, t.language),
            })}{' '}
            {row ? (
              <Link
                to={lineLink(row)}
                title={row.file}
                aria-label={t('common.lineOf', { file: row.file, line: row.line })}
              >
                {t('page.week.questions.line', { line: row.line })}
              </Link>
            ) : null}
          </>
        )
      },
    },
    {
      head: t('page.recognised.other'),
      quiet: true,
      cell: (question) => {
        const [row] = question.rows
        return row ? (
          <Link
            to={`/admin/weekly/${weekName(row.week)}/keys?row=${row.id}`}
            aria-label={t('page.recognised.otherOf', namesOf(question))}
          >
            {t('page.recognised.other')}
          </Link>
        ) : null
      },
    },
  ]
}

/** With the short name where somebody must look: another driver may have the same name. */
function namesOf({ suggestion, rows, key, isSure }: RecognisedQuestion): { label: string; name: string } {
  const label = rows[0]?.label || key.value
  if ('vehicle' in suggestion) return { label, name: suggestion.vehicle.plate }
  const { name, ref } = suggestion.driver
  return { label, name: isSure ? name : `${name} · ${ref}` }
}
