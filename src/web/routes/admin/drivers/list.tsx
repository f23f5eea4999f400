import { data, useLocation, useSearchParams } from 'react-router'
import { z } from 'zod'
import { LIST_FIELDS, LONGEST_LIST, type ListProblem } from '#domain/driver-list.ts'
import { readWeek } from '#domain/week.ts'
import { takeListIn } from '#features/roster/driver-lists/commands.server.ts'
import { proposeList, textOfList } from '#features/roster/driver-lists/queries.server.ts'
import {
  type ListChange,
  type ListLine,
  type ListProposal,
  listText,
  takeListInput,
} from '#features/roster/driver-lists/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatWeekNumber, weekNumber } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { answer, requireSender, show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, speak, useT } from '#web/i18n.tsx'
import { askedWeek, wayBack } from '#web/parts/asked-week.ts'
import { withDone } from '#web/parts/done-note.tsx'
import { shows } from '#web/screen.server.ts'
import { requireAdmin, requireRecentSignIn } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { FileDrop, SelectField, TextareaField } from '#web/ui/fields.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Beside, Bullets, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/list.ts'

export const loader = shows(async ({ request }: Route.LoaderArgs) => {
  const week = askedWeek(request)
  const isForInvitations = new URL(request.url).searchParams.has('invitations')
  return { back: wayBack(request), isForInvitations, week: week && weekNumber(week) }
})

const lookInput = z.object({ text: listText.default(''), file: z.instanceof(File).optional() })

/** First only looked at: the list comes back with what it would do. Then taken in as it was shown, or not at all. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  if (new URL(request.url).searchParams.has('save')) return take(request, context)
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

function take(request: Request, context: Route.ActionArgs['context']) {
  return submit({ request, context }, 'fleet.list', takeListInput, async (input, deed) => {
    const reason = speak(languageOf(new URL(request.url).pathname))('page.fleet.terms.reasonFirst')
    await takeListIn(deed, input, reason, () => {
      requireAdmin(context, 'money')
      requireRecentSignIn(context)
    })
    return sameLanguage(request, wayBack(request) ?? withDone('/admin/drivers', 'list'))
  })
}

export default function DriverListScreen({
  loaderData: { back, isForInvitations, week },
  actionData,
}: Route.ComponentProps) {
  const t = useT()
  const elsewhere = t(isForInvitations ? 'page.account.inviteAll.title' : 'page.overview.title')
  const words = week ? t('page.week.approval.back', { number: week }) : elsewhere
  const home = back ? { to: back, label: words } : { to: '/admin/drivers', label: t('page.fleet.drivers.title') }
  const proposal = actionData && 'proposal' in actionData ? actionData.proposal : null
  const text = actionData?.values['text'] ?? ''
  const isReady = proposal !== null && proposal.problems.length === 0
  return (
    <>
      <PageHead title={t('page.driverList.title')} subtitle={t('page.driverList.subtitle')} back={home} />
      <Stack>
        {proposal && !isReady ? <Problems problems={proposal.problems} /> : null}
        {proposal && isReady ? <Proposal proposal={proposal} text={text} home={home.to} /> : null}
        {isReady ? (
          <Disclosure summary={t('page.driverList.edit')}>
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
  const back = useBack()
  const names = LIST_FIELDS.map((field) => t(`page.driverList.headings.${field}`)).join(', ')
  return (
    <Beside>
      <Form quiet action={`${pathname}?${back}`} encType="multipart/form-data">
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
    </Beside>
  )
}

/** Where the list leads back to, as every form of it says again. */
function useBack(): string {
  const [query] = useSearchParams()
  const week = query.get('week')
  if (week) return `${new URLSearchParams({ week })}&`
  return ['start', 'invitations'].flatMap((place) => (query.has(place) ? [`${place}&`] : [])).join('')
}

/** Every cell that is not understood, where it stands. */
function Problems({ problems }: { problems: readonly ListProblem[] }) {
  const t = useT()
  return (
    <div role="alert">
      <Notice tone="bad" title={t('page.driverList.problems.title', { count: problems.length })}>
        <ul>
          {problems.map((problem) => (
            <li key={`${problem.line} ${problem.column} ${problem.code}`}>{problemWords(problem, t)}</li>
          ))}
        </ul>
        <p>{t('page.driverList.problems.fix')}</p>
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

type ProposalProps = { proposal: ListProposal; text: string; home: string }

/** What the list does, line by line, and the one button that does it. */
function Proposal({ proposal, text, home }: ProposalProps) {
  const t = useT()
  const { pathname } = useLocation()
  const back = useBack()
  const { lines, unused, sums, termsFrom, fingerprint } = proposal
  const all = lines.flatMap(({ changes, who }) =>
    who.is === 'asked' ? who.answers.flatMap((one) => one.changes) : changes,
  )
  const hasTerms = all.some(({ field }) => field === 'regime')
  return (
    <Section title={t('page.driverList.count', { count: lines.length })}>
      <Form quiet action={`${pathname}?${back}save`} wide>
        <input type="hidden" name="text" value={text} />
        <input type="hidden" name="fingerprint" value={fingerprint} />
        {sums.length > 0 ? <Notice tone="info">{t('page.driverList.sums', { lines: sums.join(', ') })}</Notice> : null}
        {unused.length > 0 ? (
          <Notice tone="warn">{t('page.driverList.unused', { names: unused.join(', ') })}</Notice>
        ) : null}
        <Table
          caption={t('page.driverList.caption')}
          rows={lines}
          rowKey={({ line }) => String(line)}
          columns={columns(t)}
        />
        {hasTerms ? (
          <p>
            {t('page.driverList.termsFrom', { week: formatWeekNumber(readWeek(termsFrom), t.language).toLowerCase() })}
          </p>
        ) : null}
        <Actions>
          <SubmitButton>{t('page.driverList.save', { count: lines.length })}</SubmitButton>
          <LinkButton to={home} kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </Section>
  )
}

function columns(t: Translator): Column<ListLine>[] {
  return [
    { head: t('page.driverList.heads.name'), cell: ({ name }) => name },
    { head: t('page.driverList.heads.line'), number: true, wideOnly: true, cell: ({ line }) => line },
    { head: t('page.driverList.heads.who'), cell: (line) => <Who line={line} /> },
    { head: t('page.driverList.heads.changes'), cell: (line) => <Changes line={line} /> },
    { head: t('page.driverList.heads.warnings'), cell: (line) => <Warnings line={line} /> },
  ]
}

function Who({ line: { line, who } }: { line: ListLine }) {
  const t = useT()
  if (who.is === 'new') return t('page.driverList.isNew')
  if (who.is === 'known') return t(`page.driverList.known.${who.by}`, { name: who.driver.name, ref: who.driver.ref })
  return (
    <SelectField
      name={`who-${line}`}
      label={t('page.driverList.asked', { line })}
      empty={t('page.driverList.choose')}
      options={[
        ...who.drivers.map(({ id, name, ref }) => ({ value: id, label: t('page.driverList.person', { name, ref }) })),
        { value: 'new', label: t('page.driverList.another') },
      ]}
      defaultValue={who.likely ?? ''}
      required
    />
  )
}

/** What the line brings; of one that is asked about, by whom it may be. */
function Changes({ line: { changes, who } }: { line: ListLine }) {
  const t = useT()
  if (who.is !== 'asked') return <Brought changes={changes} isNew={who.is === 'new'} />
  return who.answers.map((one) => {
    const driver = who.drivers.find(({ id }) => id === one.id)
    return (
      <div key={one.id ?? 'new'}>
        <p>
          {driver ? t('page.driverList.person', { name: driver.name, ref: driver.ref }) : t('page.driverList.another')}
        </p>
        <Brought changes={one.changes} isNew={!driver} />
      </div>
    )
  })
}

function Brought({ changes, isNew }: { changes: readonly ListChange[]; isNew: boolean }) {
  const t = useT()
  if (changes.length === 0) return isNew ? null : t('page.driverList.nothing')
  return (
    <Bullets>
      {changes.map(({ field, to, from }) => {
        const params = {
          field: t(`page.driverList.headings.${field}`),
          to: to === 'slot' || to === 'rental' || to === 'percentage' ? t(`page.driverList.regimes.${to}`) : to,
        }
        return (
          <li key={field}>
            {from ? t('page.driverList.replaces', { ...params, from }) : t('page.driverList.brings', params)}
          </li>
        )
      })}
    </Bullets>
  )
}

function Warnings({ line: { warnings } }: { line: ListLine }) {
  const t = useT()
  return (
    <Bullets>
      {warnings.map(({ code, field, found }) => (
        <li key={`${code} ${field}`}>
          {t(`page.driverList.warnings.${code}`, { field: t(`page.driverList.headings.${field}`), found })}
        </li>
      ))}
    </Bullets>
  )
}
