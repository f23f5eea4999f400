import { data, redirect, useLocation, useSearchParams } from 'react-router'
import { z } from 'zod'
import { LIST_FIELDS, LONGEST_LIST, type ListProblem } from '#domain/driver-list.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { takeListIn } from '#features/roster/driver-lists/commands.server.ts'
import { listLeftOut, proposeList, textOfList } from '#features/roster/driver-lists/queries.server.ts'
import { listText, takeListInput } from '#features/roster/driver-lists/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { weekNumber } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { actorOf, answer, keyOf, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, translatorFor, useT } from '#web/i18n.tsx'
import { askedWeek, wayBack } from '#web/parts/asked-week.ts'
import { withDone } from '#web/parts/done-note.tsx'
import { shows } from '#web/screen.server.ts'
import { requireAdmin, requireRecentSignIn } from '#web/session.server.ts'
import { Link } from '#web/links.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { FileDrop, TextareaField } from '#web/ui/fields.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
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
      const text = file && file.size > 0 ? await textOfList(new Uint8Array(await file.arrayBuffer())) : pasted
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
  const isTaken = actionData !== undefined && 'isTaken' in actionData
  const isReady = proposal !== null && proposal.lines.length > 0
  const isLeft = proposal !== null && proposal.left.length > 0
  return (
    <>
      <PageHead title={t('page.driverList.title')} subtitle={t('page.driverList.subtitle')} back={home} />
      <Stack>
        {isTaken ? (
          <Done>
            {t('page.driverList.taken')} <Link to={home.to}>{home.label}</Link>
          </Done>
        ) : null}
        {proposal && proposal.problems.length > 0 ? (
          <Problems
            problems={proposal.problems}
            left={isReady || isTaken ? proposal.left.length : 0}
            isTaken={isTaken}
          />
        ) : null}
        {proposal && isReady ? (
          <ListProposed proposal={proposal} text={text} home={home.to} action={`${pathname}?${backQuery}save`} />
        ) : null}
        {isReady ? (
          <Disclosure summary={t('page.driverList.edit')} open={isLeft}>
            <ListForm text={text} isAgain />
          </Disclosure>
        ) : (
          <>
            <FormReply reply={actionData} />
            <ListForm text={text} isAgain={proposal !== null} />
          </>
        )}
      </Stack>
    </>
  )
}

function ListForm({ text, isAgain }: { text: string; isAgain: boolean }) {
  const t = useT()
  const { pathname } = useLocation()
  const backQuery = useBackQuery()
  const names = LIST_FIELDS.map((field) => t(`page.driverList.headings.${field}`)).join(', ')
  return (
    <SideBySide>
      <Form quiet action={`${pathname}?${backQuery}`} encType="multipart/form-data">
        <TextareaField
          key={text}
          name="text"
          label={t('page.driverList.paste')}
          help={t('page.driverList.pasteHelp')}
          rows={8}
          maxLength={LONGEST_LIST}
          defaultValue={text}
        />
        <FileDrop
          name="file"
          label={t('page.driverList.file')}
          help={t('page.driverList.fileHelp')}
          multiple={false}
          accept=".xlsx,.csv,.txt,.tsv"
        />
        <Actions>
          <SubmitButton>{t(isAgain ? 'page.driverList.again' : 'page.driverList.look')}</SubmitButton>
        </Actions>
      </Form>
      <Stack>
        <Words look="soft">{t('page.driverList.columns', { names })}</Words>
        <Words look="soft">{t('page.driverList.matching')}</Words>
        <Words look="soft">
          {t('page.driverList.templateText')}{' '}
          {(['xlsx', 'csv'] as const).map((format) => (
            <LinkButton key={format} to={`/admin/drivers/list/template/${format}`} kind="text" file>
              {t(`page.driverList.template.${format}`)}
            </LinkButton>
          ))}
        </Words>
      </Stack>
    </SideBySide>
  )
}

/** The query of the way back, which every form of the list repeats. */
function useBackQuery(): string {
  const [query] = useSearchParams()
  const week = query.get('week')
  if (week) return `${new URLSearchParams({ week })}&`
  return ['start', 'invitations'].flatMap((place) => (query.has(place) ? [`${place}&`] : [])).join('')
}

/** Every cell that could not be read, with its place. `left`: how many lines stay out while the others are imported. */
function Problems({ problems, left, isTaken }: { problems: readonly ListProblem[]; left: number; isTaken: boolean }) {
  const t = useT()
  return (
    <div role="alert">
      <Notice
        tone={left > 0 ? 'warn' : 'bad'}
        title={
          left > 0
            ? t('page.driverList.problems.left', { count: left })
            : t('page.driverList.problems.title', { count: problems.length })
        }
      >
        <ul>
          {problems.map((problem) => (
            <li key={`${problem.line} ${problem.column} ${problem.code}`}>{problemWords(problem, t)}</li>
          ))}
        </ul>
        <p>{t(left > 0 && !isTaken ? 'page.driverList.problems.fixLeft' : 'page.driverList.problems.fix')}</p>
      </Notice>
    </div>
  )
}

function problemWords({ line, column, code, found }: ListProblem, t: Translator): string {
  const words = t(`page.driverList.problems.codes.${code}`, { found })
  if (line === null) return words
  return column
    ? t('page.driverList.problems.at', { line, column, words })
    : t('page.driverList.problems.line', { line, words })
}
