import { readWeek, weekName } from '#domain/week.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { revealWeek } from '#features/oversight/reveals/commands.server.ts'
import { revealedWeekInput } from '#features/oversight/reveals/schema.ts'
import { exportWeekCsv, exportWeekSheet } from '#features/statements/exports/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requestContext } from '#web/context.ts'
import { speak, useT } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import { pageTitle } from '#web/seo.tsx'
import { requireAdmin } from '#web/session.server.ts'
import { Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, SubmitButton, TextField } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/full-numbers.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context, 'operations')
    return { back: `/admin/weekly/${weekName(readWeek(params.week))}` }
  })

/** The file itself is the answer, for whoever says why; without a key, for the answer to a key is kept. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    const week = readWeek(params.week)
    const language = languageOf(new URL(request.url).pathname)
    return answer(request, revealedWeekInput, async ({ reason, format }) => {
      const made = await (format === 'csv' ? exportWeekCsv : exportWeekSheet)(week, language, 'full')
      const { now } = context.get(requestContext)
      await carryOut({ actor: actorOf(context), action: 'sealed.reveal', now }, async (deed) => {
        revealWeek(deed, week, reason)
        return null
      })
      return attachment(made.name, made.bytes, TYPES[format])
    })
  })

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(speak(languageOf(location.pathname))('page.sealed.week.title'))

/** The week as a file with every NIF in full, for whoever keeps the records and says why. */
export default function FullNumbersScreen({ loaderData: { back }, actionData }: Route.ComponentProps) {
  const t = useT()
  const reply = actionData as Reply | undefined
  return (
    <>
      <PageHead
        back={{ to: back, label: t('page.sealed.back') }}
        title={t('page.sealed.week.title')}
        subtitle={<p>{t('page.sealed.week.text')}</p>}
      />
      <Stack>
        <FormReply reply={reply} />
        {/* Named, though it is the usual one: the page stays, so no button waits for another. */}
        <Form target="_self">
          <TextField
            name="reason"
            label={t('page.sealed.reason')}
            help={t('page.sealed.week.reasonHelp')}
            maxLength={200}
            autoComplete="off"
            reply={reply}
            required
          />
          <Actions>
            <SubmitButton name="format" value="xlsx">
              {t('page.sealed.week.xlsx')}
            </SubmitButton>
            <SubmitButton name="format" value="csv" kind="outlined">
              {t('page.sealed.week.csv')}
            </SubmitButton>
          </Actions>
        </Form>
      </Stack>
    </>
  )
}
