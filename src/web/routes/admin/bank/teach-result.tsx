import { cents } from '#domain/money.ts'
import { formatDayShort } from '#messages/dates.ts'
import { problemWords } from '#messages/file-words.ts'
import { formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import type { Reply } from '#web/reply.ts'
import { Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { CheckboxField } from '#web/ui/fields.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Bullets, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { BankTeachView } from './teach.server.ts'

type BankResult = NonNullable<BankTeachView['look']['result']>

const PROBLEMS_SHOWN = 20

/** The list as it reads with these answers: it can be saved only when every line can be read. */
export function TeachBankResult({ view, reply }: { view: BankTeachView; reply: Reply | undefined }) {
  const t = useT()
  const { result } = view.look
  return (
    <Section title={t('page.profiles.result.title')}>
      <Stack>
        <FormReply reply={reply} />
        {result ? (
          <Read result={result} />
        ) : (
          <Words>{t(`page.profiles.result.${view.isAsked ? 'missing' : 'waiting'}`)}</Words>
        )}
        {result && view.isComplete && result.count > 0 && result.problems.length === 0 ? (
          <Form quiet reply={reply}>
            <Words>{t(`page.bank.lists.proofs.${result.proof ?? 'nothing'}`)}</Words>
            {result.proof === 'nothing' ? (
              <CheckboxField name="whole" label={t('page.bank.drop.whole')} required />
            ) : null}
            <Actions>
              <SubmitButton>{t('page.bank.lists.save', { count: result.count })}</SubmitButton>
            </Actions>
          </Form>
        ) : null}
      </Stack>
    </Section>
  )
}

function Read({ result: { movements, count, opening, closing, problems } }: { result: BankResult }) {
  const t = useT()
  return (
    <>
      {problems.length > 0 ? (
        <Notice tone="bad" title={t('page.profiles.result.problems', { count: problems.length })}>
          <p>{t('page.profiles.result.problemsText')}</p>
          <Bullets numbered>
            {problems.slice(0, PROBLEMS_SHOWN).map((problem, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- problems never change places
              <li key={index}>{problemWords(t, problem)}</li>
            ))}
          </Bullets>
        </Notice>
      ) : (
        <>
          <Table
            caption={t('page.profiles.result.caption')}
            rows={movements}
            rowKey={({ line }) => String(line)}
            columns={columnsOf(t)}
            empty={<p>{t('page.profiles.result.none')}</p>}
          />
          <Facts>
            <Fact name={t('page.profiles.result.rows')}>{formatNumber(count, t.language)}</Fact>
            {opening === null || closing === null ? null : (
              <>
                <Fact name={t('page.bank.lists.opening')}>
                  <Money cents={cents(opening)} />
                </Fact>
                <Fact name={t('page.bank.lists.closing')}>
                  <Money cents={cents(closing)} />
                </Fact>
              </>
            )}
          </Facts>
        </>
      )}
    </>
  )
}

type Line = BankResult['movements'][number]

function columnsOf(t: ReturnType<typeof useT>): Column<Line>[] {
  return [
    { head: t('page.profiles.result.line'), cell: ({ line }) => line, wideOnly: true },
    { head: t('page.bank.columns.day'), cell: ({ booked }) => formatDayShort(booked, t.language) },
    { head: t('page.bank.columns.text'), cell: ({ text }) => text },
    { head: t('page.bank.columns.amount'), number: true, cell: ({ amount }) => <Money cents={amount} look="signed" /> },
    {
      head: t('page.bank.movement.balance'),
      number: true,
      wideOnly: true,
      cell: ({ balance }) => (balance === null ? '–' : <Money cents={balance} look="bare" />),
    },
  ]
}
