import { readWeek } from '#domain/week.ts'
import type { PaymentName } from '#features/bank/matches/schema.ts'
import { undoBankFile } from '#features/bank/undoings/commands.server.ts'
import { effectOf, previewBankUndoing } from '#features/bank/undoings/queries.server.ts'
import {
  type AnswerUndoing,
  type BankUndoing,
  undoingBankFile,
  undoingInput,
  unpayingBankFile,
} from '#features/bank/undoings/schema.ts'
import { formatDayShort, formatInstant, formatWeekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { Bullets, Words } from '#web/ui/layout.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/undo-file.ts'
import { accountName } from './bank-words.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const undoing = await previewBankUndoing(params.id)
  return { undoing, expected: effectOf(undoing) }
})

export const action = saves(
  'bank.undo-file',
  undoingInput,
  async (change, input, { params, context }: Route.ActionArgs) => {
    requireRecentSignIn(context)
    await undoBankFile(change, params.id, input)
    return '/admin/bank/imports?done=undone'
  },
)

/** What taking the import of a file back changes, who stops being paid, and why it is done. */
export default function UndoBankFileScreen({ loaderData: { undoing, expected } }: Route.ComponentProps) {
  const t = useT()
  if (undoing.is === 'answer') return <UndoAnswer undoing={undoing} expected={expected} />
  return (
    <SmallAct
      record={undoing.name}
      from={t('page.bank.files.title')}
      facts={factsOf(t, undoing)}
      question={t('page.bank.files.question')}
      effect={<Effects undoing={undoing} />}
      buttonWords={t('page.bank.files.submit')}
      unchanged={t('page.bank.files.history')}
      barred={barredWords(t, undoing)}
    >
      <input type="hidden" name="expected" value={expected} />
      <RecordFields of={undoing.unpaid.length > 0 ? unpayingBankFile : undoingBankFile} />
    </SmallAct>
  )
}

/** What taking a bank's answer to a payment file back changes. */
function UndoAnswer({ undoing, expected }: { undoing: AnswerUndoing; expected: string }) {
  const t = useT()
  const { name, answers, wentOn, at, by } = undoing
  const gone = wentOn.length > 0 ? t('page.bank.files.wentOn', { who: whoOf(t, wentOn) }) : null
  return (
    <SmallAct
      record={name}
      from={t('page.bank.files.title')}
      facts={{ file: answers?.messageId, at: formatInstant(at, t.language), by }}
      question={t('page.bank.files.answerQuestion')}
      effect={<AnswerEffects undoing={undoing} />}
      buttonWords={t('page.bank.files.submit')}
      unchanged={t('page.bank.files.answerHistory')}
      barred={gone ?? barredWords(t, { ...undoing, later: null })}
    >
      <input type="hidden" name="expected" value={expected} />
      <RecordFields of={undoingBankFile} />
    </SmallAct>
  )
}

function AnswerEffects({ undoing: { again } }: { undoing: AnswerUndoing }) {
  const t = useT()
  if (again.length === 0) return <Words>{t('page.bank.files.answerNothing')}</Words>
  return (
    <Bullets>
      <li>{t('page.bank.files.again', { who: whoOf(t, again) })}</li>
      <li>{t('page.bank.files.notTwice')}</li>
    </Bullets>
  )
}

function factsOf(t: ReturnType<typeof useT>, { accounts, days, at, by }: BankUndoing) {
  return {
    account: accounts.map((account) => accountName(t, account)).join(', '),
    since: days && formatDayShort(days.from, t.language),
    until: days && formatDayShort(days.to, t.language),
    at: formatInstant(at, t.language),
    by,
  }
}

function barredWords(
  t: ReturnType<typeof useT>,
  { undone, later }: Pick<BankUndoing, 'undone' | 'later'>,
): string | null {
  if (undone)
    return t('page.bank.files.gone', {
      who: undone.by ?? t('page.bank.movement.commandLine'),
      at: formatInstant(undone.at, t.language),
      reason: undone.reason,
    })
  return later === null ? null : t('page.bank.files.later', { name: later })
}

function Effects({ undoing }: { undoing: BankUndoing }) {
  const t = useT()
  const { movements, answered, others, kept, keptIn, openings, isSpelled } = undoing
  const lines = [
    movements > 0 ? t('page.bank.files.goes', { count: movements }) : t('page.bank.files.nothing'),
    answered > 0 ? t('page.bank.files.answered', { count: answered }) : null,
    ...(['unpaid', 'repaid', 'moved', 'waiting'] as const).map((what) =>
      undoing[what].length > 0 ? t(`page.bank.files.${what}`, { who: whoOf(t, undoing[what]) }) : null,
    ),
    undoing.unpaid.length > 0 ? t('page.bank.files.seen') : null,
    others > 0 ? t('page.bank.files.others', { count: others }) : null,
    kept > 0 ? t('page.bank.files.kept', { count: kept, files: keptIn.join(', ') }) : null,
    ...openings.map(({ day, amount, ...account }) =>
      t('page.bank.files.opening', {
        account: accountName(t, account),
        amount: formatMoney(amount, t.language),
        day: formatDayShort(day, t.language),
      }),
    ),
  ].filter((sentence) => sentence !== null)
  return (
    <Bullets>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
      {isSpelled ? (
        <li>
          {t('page.bank.files.spelled')} <Link to="/admin/bank/accounts">{t('page.bank.accounts')}</Link>
        </li>
      ) : null}
    </Bullets>
  )
}

function whoOf(t: ReturnType<typeof useT>, payments: readonly PaymentName[]): string {
  return payments
    .map(({ name, week, amount }) =>
      [name, formatWeekNumber(readWeek(week), t.language), formatMoney(amount, t.language)].join(' · '),
    )
    .join('; ')
}
