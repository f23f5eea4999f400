import { useLocation, useSearchParams } from 'react-router'
import type { ReactNode } from 'react'
import { LONGEST_LIST, type ListedProblem } from '#domain/listed.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import type { Reply } from '#web/reply.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { FileDrop, TextareaField } from '#web/ui/fields.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

/** What a look at a list found, whatever it lists. */
type Seen = {
  lines: readonly unknown[]
  left: readonly number[]
  problems: readonly ListedProblem[]
  unused: readonly string[]
  unnamed: readonly string[]
  sums: readonly number[]
}

type Props = {
  title: string
  subtitle: string
  /** The page that led here, and to which a list that was taken in leads back. */
  home: { to: string; label: string }
  /** The list as it was sent, and what was found in it. */
  text: string
  seen: Seen | null
  reply: Reply | undefined
  /** The other lines were taken in: those that stay out are left to be corrected. */
  isTaken: boolean
  /** The words of a problem that only this kind of list has; `null` for any other. */
  problemWords: (problem: ListedProblem) => string | null
  /** What columns are understood, and by what somebody or something is recognised. */
  help: readonly string[]
  /** The address of the empty template, without its format. */
  template: string
  /** What the list would do, and the button that does it. */
  proposed: ReactNode
  /** Shown below an empty form. */
  children?: ReactNode
}

/** A list from a spreadsheet: it is pasted or chosen, looked at, and taken in as it was shown. */
export function SpreadsheetScreen({ title, subtitle, home, text, seen, reply, isTaken, ...of }: Props) {
  const t = useT()
  const isReady = seen !== null && seen.lines.length > 0
  const form = <ListForm text={text} isAgain={seen !== null} help={of.help} template={of.template} />
  return (
    <>
      <PageHead title={title} subtitle={subtitle} back={home} />
      <Stack>
        {isTaken ? (
          <Done>
            {t('page.spreadsheet.taken')} <Link to={home.to}>{home.label}</Link>
          </Done>
        ) : null}
        {seen && seen.problems.length > 0 ? (
          <Problems seen={seen} isReady={isReady} isTaken={isTaken} problemWords={of.problemWords} />
        ) : null}
        {isReady ? of.proposed : null}
        {isReady ? (
          <Disclosure summary={t('page.spreadsheet.edit')} open={seen.left.length > 0}>
            {form}
          </Disclosure>
        ) : (
          <>
            <FormReply reply={reply} />
            {form}
            {of.children}
          </>
        )}
      </Stack>
    </>
  )
}

type FormProps = { text: string; isAgain: boolean } & Pick<Props, 'help' | 'template'>

function ListForm({ text, isAgain, help, template }: FormProps) {
  const t = useT()
  const { pathname } = useLocation()
  const back = useBackQuery()
  return (
    <SideBySide>
      <Form quiet action={`${pathname}?${back}`} encType="multipart/form-data">
        <TextareaField
          key={text}
          name="text"
          label={t('page.spreadsheet.paste')}
          help={t('page.spreadsheet.pasteHelp')}
          rows={8}
          maxLength={LONGEST_LIST}
          defaultValue={text}
        />
        <FileDrop
          name="file"
          label={t('page.spreadsheet.file')}
          help={t('page.spreadsheet.fileHelp')}
          multiple={false}
          accept=".xlsx,.csv,.txt,.tsv"
        />
        <Actions>
          <SubmitButton>{t(isAgain ? 'page.spreadsheet.again' : 'page.spreadsheet.look')}</SubmitButton>
        </Actions>
      </Form>
      <Stack>
        {help.map((words) => (
          <Words key={words} look="soft">
            {words}
          </Words>
        ))}
        <Words look="soft">
          {t('page.spreadsheet.templateText')}{' '}
          {(['xlsx', 'csv'] as const).map((format) => (
            <LinkButton key={format} to={`${template}/${format}`} kind="text" file>
              {t(`page.spreadsheet.template.${format}`)}
            </LinkButton>
          ))}
        </Words>
      </Stack>
    </SideBySide>
  )
}

/** The query of the way back, which every form of the list repeats. */
export function useBackQuery(): string {
  const [query] = useSearchParams()
  const week = query.get('week')
  if (week) return `${new URLSearchParams({ week })}&`
  return ['start', 'invitations'].flatMap((place) => (query.has(place) ? [`${place}&`] : [])).join('')
}

/** Most problems that are written out: somebody who sees so many has to look at a column, not at a line. */
const WRITTEN_OUT = 60

type ProblemsProps = { seen: Seen; isReady: boolean } & Pick<Props, 'isTaken' | 'problemWords'>

/** Every cell that could not be read, with its place. */
function Problems({ seen: { problems, left }, isReady, isTaken, problemWords }: ProblemsProps) {
  const t = useT()
  const isPart = (isReady || isTaken) && left.length > 0
  const shown = problems.slice(0, WRITTEN_OUT)
  return (
    <div role="alert">
      <Notice
        tone={isPart ? 'warn' : 'bad'}
        title={
          isPart
            ? t('page.spreadsheet.problems.left', { count: left.length })
            : t('page.spreadsheet.problems.title', { count: problems.length })
        }
      >
        <ul>
          {shown.map((problem) => (
            <li key={`${problem.line} ${problem.column} ${problem.code}`}>
              <Problem problem={problem} problemWords={problemWords} />
            </li>
          ))}
        </ul>
        {problems.length > shown.length ? (
          <p>{t('page.spreadsheet.problems.more', { count: problems.length - shown.length })}</p>
        ) : null}
        <p>{t(isPart && !isTaken ? 'page.spreadsheet.problems.fixLeft' : 'page.spreadsheet.problems.fix')}</p>
      </Notice>
    </div>
  )
}

function Problem({ problem, problemWords }: { problem: ListedProblem } & Pick<Props, 'problemWords'>) {
  const t = useT()
  const { line, column, code, found } = problem
  const words = problemWords(problem) ?? t.find(`page.spreadsheet.problems.codes.${code}`, { found }) ?? code
  if (line === null) return words
  return column
    ? t('page.spreadsheet.problems.at', { line, column, words })
    : t('page.spreadsheet.problems.line', { line, words })
}

/** What of a list is not used: `sums` are the words for its lines of totals. */
export function Unused({ seen: { unused, unnamed, sums }, words }: { seen: Omit<Seen, 'lines'>; words: string }) {
  const t = useT()
  return (
    <>
      {sums.length > 0 ? <Notice tone="info">{words}</Notice> : null}
      {unused.length > 0 ? (
        <Notice tone="warn">{t('page.spreadsheet.unused', { names: unused.join(', ') })}</Notice>
      ) : null}
      {unnamed.length > 0 ? (
        <Notice tone="warn">{t('page.spreadsheet.unnamed', { names: unnamed.join(', ') })}</Notice>
      ) : null}
    </>
  )
}

/** Lines shown at once. */
const SEEN = 12

export type ClearLine = { line: number; name: string; what: ReactNode; changes: ReactNode }

/** Lines that need no check, one under the other; unfolded, each shows its changes. */
export function ClearLines({ summary, lines }: { summary: string; lines: readonly ClearLine[] }) {
  return (
    <Disclosure summary={summary} open={lines.length <= SEEN}>
      {lines.map(({ line, name, what, changes }) => (
        <Disclosure key={line} level="line" summary={name} aside={what}>
          {changes}
        </Disclosure>
      ))}
    </Disclosure>
  )
}
