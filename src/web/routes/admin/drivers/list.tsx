import { data, redirect, useLocation } from 'react-router'
import { z } from 'zod'
import { LIST_FIELDS, MAX_DRIVERS } from '#domain/driver-list.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { takeListIn } from '#features/roster/driver-lists/commands.server.ts'
import { listLeftOut, proposeList, textOfDriverList } from '#features/roster/driver-lists/queries.server.ts'
import { takeListInput } from '#features/roster/driver-lists/schema.ts'
import { listText } from '#features/roster/spreadsheets/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { actorOf, answer, keyOf, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, translatorFor, useT } from '#web/i18n.tsx'
import { askedWeek, wayBack } from '#web/parts/asked-week.ts'
import { withDone } from '#web/parts/done-note.tsx'
import { SpreadsheetScreen, useBackQuery } from '#web/parts/spreadsheet.tsx'
import { shows } from '#web/screen.server.ts'
import { requireAdmin, requireRecentSignIn } from '#web/session.server.ts'
import type { Route } from './+types/list.ts'
import { ListProposed } from './list-proposed.tsx'

export const loader = shows(async ({ request }: Route.LoaderArgs) => {
  const week = askedWeek(request)
  const isForInvitations = new URL(request.url).searchParams.has('invitations')
  return { back: wayBack(request), isForInvitations, week: week && weekNumber(week) }
})

const lookInput = z.object({ text: listText.default(''), file: z.instanceof(File).optional() })

/** Shows what the list would change first; then imports it exactly as it was shown, or not at all. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  if (new URL(request.url).searchParams.has('save')) return importList(request, context)
  return show(async () => {
    requireSender({ request, context })
    return answer(request, lookInput, async ({ text: pasted, file }) => {
      const text = file && file.size > 0 ? await textOfDriverList(new Uint8Array(await file.arrayBuffer())) : pasted
      const proposal = await proposeList(text, context.get(requestContext).now)
      if (proposal.hasMoney) requireAdmin(context, 'money')
      return data({ values: { text }, fieldErrors: {}, refusal: null, proposal })
    })
  })
}

function importList(request: Request, context: Route.ActionArgs['context']) {
  const { now } = context.get(requestContext)
  const { pathname, search } = new URL(request.url)
  const home = sameLanguage(request, wayBack(request) ?? withDone('/admin/drivers', 'list'))
  return answer(request, takeListInput, async (input, { form, values }) => {
    requireSender({ request, context })
    const reason = translatorFor(languageOf(pathname))('page.fleet.terms.reasonFirst')
    const act = { actor: actorOf(context), action: 'fleet.list', now, key: keyOf(form) }
    await carryOut({ ...act, request: [pathname + search, values] }, async (change) => {
      await takeListIn(change, input, reason, () => {
        requireAdmin(context, 'money')
        requireRecentSignIn(context)
      })
      return home
    })
    const text = await listLeftOut(input.text, now)
    if (text === null) return redirect(home, 303)
    return data({
      values: { text },
      fieldErrors: {},
      refusal: null,
      proposal: await proposeList(text, now),
      isTaken: true,
    })
  })
}

export default function DriverListScreen({
  loaderData: { back, isForInvitations, week },
  actionData,
}: Route.ComponentProps) {
  const t = useT()
  const otherPlace = t(isForInvitations ? 'page.account.inviteAll.title' : 'page.overview.title')
  const label = week ? t('page.week.approval.back', { number: week }) : otherPlace
  const home = back ? { to: back, label } : { to: '/admin/drivers', label: t('page.fleet.drivers.title') }
  const { pathname } = useLocation()
  const backQuery = useBackQuery()
  const proposal = actionData && 'proposal' in actionData ? actionData.proposal : null
  const text = actionData?.values['text'] ?? ''
  const names = LIST_FIELDS.map((field) => t(`page.driverList.headings.${field}`)).join(', ')
  return (
    <SpreadsheetScreen
      title={t('page.driverList.title')}
      subtitle={t('page.driverList.subtitle')}
      home={home}
      text={text}
      seen={proposal}
      reply={actionData}
      isTaken={actionData !== undefined && 'isTaken' in actionData}
      problemWords={({ code, found }) => t.find(`page.driverList.problems.codes.${code}`, { found, most: MAX_DRIVERS })}
      help={[t('page.driverList.columns', { names }), t('page.driverList.matching')]}
      template="/admin/drivers/list/template"
      proposed={
        proposal ? (
          <ListProposed proposal={proposal} text={text} home={home.to} action={`${pathname}?${backQuery}save`} />
        ) : null
      }
    />
  )
}
