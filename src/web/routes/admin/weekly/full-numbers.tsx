import { readWeek, weekName } from '#domain/week.ts'
import { revealWeek } from '#features/oversight/reveals/commands.server.ts'
import { revealTicketFor } from '#features/oversight/reveals/queries.server.ts'
import { revealedWeekInput } from '#features/oversight/reveals/schema.ts'
import { languageOf } from '#messages/language.ts'
import { show, submit } from '#web/answer.server.ts'
import { userContext } from '#web/context.ts'
import { sameLanguage, speak, useT } from '#web/i18n.tsx'
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

/** Keeps the reason, and leads to the file: the page itself stays. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context }, 'sealed.reveal', revealedWeekInput, async ({ reason, format }, deed) => {
    const week = readWeek(params.week)
    revealWeek(deed, week, reason)
    const ticket = revealTicketFor(context.get(userContext)!.uid, week, format, deed.now)
    return sameLanguage(request, `/admin/weekly/${weekName(week)}/full-numbers/file?${new URLSearchParams(ticket)}`)
  })

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(speak(languageOf(location.pathname))('page.sealed.week.title'))

/** The week as a file with every NIF in full, for whoever keeps the records and says why. */
export default function FullNumbersScreen({ loaderData: { back }, actionData: reply }: Route.ComponentProps) {
  const t = useT()
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
