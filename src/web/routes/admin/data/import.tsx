import { isReferenceReport, referenceOf } from '#domain/imported-file.ts'
import { readNumber } from '#domain/record-id.ts'
import { useSearchParams } from 'react-router'
import { listEvents } from '#features/audit/queries.server.ts'
import {
  type ImportPage,
  IMPORT_PAGE,
  type OriginalRow,
  getImportPage,
} from '#features/imports/originals/queries.server.ts'
import { formatDays, formatInstant } from '#messages/dates.ts'
import { refusalWords, warningWords } from '#messages/file-words.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { AnswerDone } from '#web/parts/answer-done.tsx'
import { Post } from '#web/parts/post.tsx'
import { readListView } from '#web/parts/list-view.ts'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { sourceName } from '#web/parts/source-name.ts'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Grid, Section, Stack } from '#web/ui/card.tsx'
import { SubmitButton } from '#web/ui/form.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import type { Route } from './+types/import.ts'
import { figureWords, measureName, orderedTotals, reportName, sizeWords } from './figure.ts'
import { LineRows } from './line-rows.tsx'

export const loader = shows(async ({ request, params }: Route.LoaderArgs) => {
  const url = new URL(request.url)
  const line = readNumber(url.searchParams.get('line'))
  const wantedLine = Number.isInteger(line) && line > 0 && line < 10_000_000 ? line : null
  const { page } = readListView(url, 'line')
  const file = await getImportPage(readNumber(params.id), wantedLine === null ? { page } : { line: wantedLine })
  return {
    file,
    events: await listEvents(`import:${file.id}`),
    size: IMPORT_PAGE,
    line: wantedLine,
  }
})

/** An imported file: its own facts, and each of its rows beside the line it was read from. */
export default function ImportScreen({ loaderData: { file, size, line, events } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={reportName(t, file)}
        subtitle={file.name}
        back={{ to: '/admin/data', label: t('page.data.import.back') }}
        actions={
          <>
            <LinkButton to={`/admin/data/imports/${file.id}/original`} icon="download" download file>
              {t('page.data.import.download')}
            </LinkButton>
            {file.undoneAt ? null : (
              <LinkButton to={`/admin/data/imports/${file.id}/undoing`} kind="text">
                {t('page.data.undo.action')}
              </LinkButton>
            )}
          </>
        }
      />
      <Stack>
        <AnswerDone />
        <Notices file={file} />
        <Grid columns={2}>
          <FileFacts file={file} />
          <Totals file={file} />
        </Grid>
        <Section title={t('page.data.import.rows')} aside={t('page.data.strip.rows', { count: file.count })}>
          {line !== null && !file.rows.some((row) => row.line === line) ? (
            <Notice>{t('page.data.import.outside')}</Notice>
          ) : null}
          <LineRows file={file} shown={line} />
          <Pagination page={file.page} size={size} count={file.count} />
        </Section>
        <RecordHistory events={events} />
      </Stack>
    </>
  )
}

function Notices({ file }: { file: ImportPage }) {
  const t = useT()
  const [query] = useSearchParams()
  const done = DONE[query.get('done') ?? '']
  const language = useLanguage()
  return (
    <>
      {file.undoneAt ? (
        <Notice tone="warn">{t('page.data.import.undone', { at: formatInstant(file.undoneAt, language) })}</Notice>
      ) : null}
      {done ? <Done>{t(`page.data.${done}`)}</Done> : null}
      {file.undoneAt ? null : <Versions file={file} />}
      {file.doubts.length > 0 ? (
        <Notice title={t('page.data.doubts.title')}>
          {file.doubts.map(({ code, params }) => (
            <p key={code}>{refusalWords(t, code, params)}</p>
          ))}
          {file.doubts.some((doubt) => 'remembered' in doubt) ? (
            <LinkButton to={`/admin/data/imports/${file.id}/names`} kind="text">
              {t('page.data.doubts.forget')}
            </LinkButton>
          ) : null}
        </Notice>
      ) : null}
      {isReferenceReport(file.kind) ? <Notice>{t(`page.data.import.${referenceOf(file.kind)}`)}</Notice> : null}
      {file.warnings.length > 0 ? (
        <Notice tone="warn" title={t('page.data.preview.warnings')}>
          {file.warnings.map((warning) => (
            <p key={warning.code + JSON.stringify(warning.params)}>{warningWords(t, warning)}</p>
          ))}
        </Notice>
      ) : null}
    </>
  )
}

const DONE: Readonly<Partial<Record<string, 'versions.done' | 'doubts.forgotten'>>> = {
  counting: 'versions.done',
  forgotten: 'doubts.forgotten',
}

/** Other versions of the report: which one counts, and one press to make another one count. */
function Versions({ file: { id, versions } }: { file: ImportPage }) {
  const t = useT()
  const { instead, before } = versions
  const names = (others: typeof instead) => others.map(({ name }) => name).join(', ')
  return (
    <>
      {instead.length > 0 ? (
        <Notice tone="warn">
          <p>{t('page.data.versions.instead', { names: names(instead) })}</p>
          <Count id={id} words={t('page.data.versions.countAgain')} />
        </Notice>
      ) : null}
      {before.length > 0 ? (
        <Notice>
          <p>{t('page.data.versions.before', { names: names(before) })}</p>
          {before.map((other) => (
            <Count key={other.id} id={other.id} words={t('page.data.versions.countOther', { name: other.name })} />
          ))}
        </Notice>
      ) : null}
    </>
  )
}

function Count({ id, words }: { id: number; words: string }) {
  return (
    <Post to={`/admin/data/imports/${id}/counting`}>
      <SubmitButton kind="outlined">{words}</SubmitButton>
    </Post>
  )
}

function FileFacts({ file }: { file: ImportPage }) {
  const t = useT()
  const language = useLanguage()
  const { period } = file
  const states = new Map<OriginalRow['state'], number>()
  for (const { state, count } of file.states) states.set(state, (states.get(state) ?? 0) + count)
  return (
    <Card title={t('page.data.import.facts')} aside={sourceName(t, file)}>
      <Facts>
        <Fact name={t('page.data.import.period')}>
          {period ? formatDays(period, language) : t('page.data.import.noPeriod')}
        </Fact>
        <Fact name={t('page.data.import.rowsByState')}>
          {[...states].map(([state, count]) => t(`page.data.import.counts.${state}`, { count })).join(', ')}
        </Fact>
        <Fact name={t('page.data.import.imported')}>
          {formatInstant(file.importedAt, language)}, {file.by ?? t('page.data.history.commandLine')}
        </Fact>
        <Fact name={t('page.data.preview.facts.language')}>
          {t(`page.data.preview.languages.${file.language}`)}, {t('page.data.import.header', { line: file.headerLine })}
        </Fact>
        <Fact name={t('page.data.import.size')}>{sizeWords(t, file.size)}</Fact>
        <Fact name={t('page.data.import.hash')}>
          <code title={t('page.data.import.hashHelp')}>{file.sha256}</code>
        </Fact>
      </Facts>
    </Card>
  )
}

function Totals({ file }: { file: ImportPage }) {
  const t = useT()
  const figures = orderedTotals(file.totals)
  if (figures.length === 0) return null
  return (
    <Card title={t('page.data.preview.totals')}>
      <Facts>
        {figures.map(([measure, figure]) => (
          <Fact key={measure} name={measureName(t, measure)}>
            {figureWords(t, measure, figure)}
          </Fact>
        ))}
      </Facts>
    </Card>
  )
}
