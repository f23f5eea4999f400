import { cents } from '#domain/money.ts'
import { formatInstant } from '#messages/dates.ts'
import { problemWords, warningWords } from '#messages/file-words.ts'
import { formatMoney, formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import type { Reply } from '#web/reply.ts'
import { Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Bullets, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { figureWords, measureName, orderedTotals } from './figure.ts'
import { showKey } from './key-words.ts'
import type { TeachView } from './teach.server.ts'

type Props = { view: TeachView; version?: number; reply: Reply | undefined }
type Result = NonNullable<TeachView['look']['result']>

/** The file as it reads with these answers, line by line and in sum; it can be saved only when every line can be read. */
export function TeachResult({ view, version, reply }: Props) {
  const t = useT()
  const { result } = view.look
  return (
    <Section title={t('page.profiles.result.title')}>
      <Stack>
        <FormReply reply={reply} />
        {result ? (
          <Read view={view} result={result} />
        ) : (
          <Words>{t(`page.profiles.result.${view.isAsked ? 'missing' : 'waiting'}`)}</Words>
        )}
        {result && view.isComplete && !view.known && result.rows > 0 && result.problems.length === 0 ? (
          <Save view={view} result={result} version={version} />
        ) : null}
      </Stack>
    </Section>
  )
}

function Save({
  view,
  result,
  version,
}: Omit<Props, 'reply' | 'version'> & { result: Result; version: number | undefined }) {
  const t = useT()
  const words = view.isCorrecting ? 'edit' : 'result'
  return (
    <Form quiet>
      {version === undefined ? null : <input type="hidden" name="version" value={version} />}
      <p>
        <b>
          {t('page.profiles.result.saveText', {
            count: result.rows,
            amount: formatMoney(result.totals['total'] ?? 0, t.language),
          })}
        </b>{' '}
        {t(`page.profiles.${words}.saveNext`)}
      </p>
      <Actions>
        <SubmitButton>{t(`page.profiles.${words}.save`)}</SubmitButton>
      </Actions>
    </Form>
  )
}

const PROBLEMS_SHOWN = 20

function Read({ view, result }: { view: TeachView; result: Result }) {
  const t = useT()
  const { problems, warnings } = result
  const proven = Object.values(view.look.proofs).flatMap((proof) =>
    proof === 'unneeded' || proof === 'ambiguous' || proof === 'mixed'
      ? []
      : [t(`page.profiles.result.proof.${proof}`)],
  )
  return (
    <>
      <Table
        caption={t('page.profiles.result.caption')}
        rows={result.lines}
        rowKey={({ line }) => String(line)}
        columns={columnsOf(t)}
        empty={<p>{t('page.profiles.result.none')}</p>}
      />
      {problems.length > 0 ? (
        <Notice tone="bad" title={t('page.profiles.result.problems', { count: problems.length })}>
          <p>{t('page.profiles.result.problemsText')}</p>
          <Bullets numbered>
            {problems.slice(0, PROBLEMS_SHOWN).map((problem, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- problems never change places
              <li key={index}>{problemWords(t, problem)}</li>
            ))}
          </Bullets>
          {problems.length > PROBLEMS_SHOWN ? (
            <p>{t('page.profiles.result.unlisted', { shown: PROBLEMS_SHOWN, count: problems.length })}</p>
          ) : null}
        </Notice>
      ) : null}
      {warnings.length > 0 ? (
        <Notice tone="warn">
          <Bullets>
            {warnings.map((warning) => (
              <li key={warning.code + JSON.stringify(warning.params)}>{warningWords(t, warning)}</li>
            ))}
          </Bullets>
        </Notice>
      ) : null}
      <Facts>
        <Fact name={t('page.profiles.result.rows')}>{formatNumber(result.rows, t.language)}</Fact>
        {orderedTotals(result.totals).map(([measure, figure]) => (
          <Fact
            key={measure}
            name={measure === 'total' ? t('page.profiles.result.totalAmount') : measureName(t, measure)}
          >
            {figureWords(t, measure, figure)}
          </Fact>
        ))}
        {proven.length > 0 ? <Fact name={t('page.profiles.result.proofs')}>{proven.join(', ')}</Fact> : null}
      </Facts>
    </>
  )
}

type Line = Result['lines'][number]

function columnsOf(t: ReturnType<typeof useT>): Column<Line>[] {
  return [
    { head: t('page.profiles.result.line'), cell: ({ line }) => line },
    { head: t('page.profiles.result.when'), cell: (line) => momentWords(t, line) },
    { head: t('page.profiles.result.who'), cell: ({ row }) => (row ? keyWords(t, row) : null) },
    { head: t('page.profiles.result.what'), cell: ({ row }) => (row ? rowWords(t, row) : null) },
    { head: t('page.profiles.result.quantity'), cell: ({ row }) => (row ? quantityWords(t, row) : null), number: true },
    {
      head: t('page.profiles.result.amount'),
      cell: ({ row }) => (row ? <Money cents={cents(row.measures['total'] ?? 0)} look="bare" /> : null),
      number: true,
    },
  ]
}

function momentWords(t: ReturnType<typeof useT>, { row, problems }: Line) {
  if (row) return formatInstant(row.at, t.language)
  return problems.length > 0 ? (
    <State tone="bad">{t('page.profiles.result.unread')}</State>
  ) : (
    <State tone="todo">{t('page.profiles.result.total')}</State>
  )
}

type Row = NonNullable<Line['row']>

function keyWords(t: ReturnType<typeof useT>, { keys, label }: Row): string {
  const names = keys.map((key) => showKey(t, 'other', key)).map(({ kind, value }) => `${kind} ${value}`)
  return [...(label ? [label] : []), ...names].join(', ')
}

function rowWords(t: ReturnType<typeof useT>, { kind, facts }: Row): string {
  const details = [facts['product'], facts['description'], facts['place'], facts['receipt']].filter(Boolean)
  return [t(`page.data.import.kinds.${kind}`), ...details].join(', ')
}

function quantityWords(t: ReturnType<typeof useT>, { measures }: Row): string {
  return Object.entries(measures)
    .filter(([measure]) => measure !== 'total')
    .map(([measure, figure]) => figureWords(t, measure, figure))
    .join(', ')
}
