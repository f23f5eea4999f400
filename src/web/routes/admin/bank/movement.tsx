import { adviceFor } from '#domain/bank-statement.ts'
import { firstOf } from '#domain/certain.ts'
import { CLASSES } from '#domain/ledger.ts'
import { readWeek, weekName } from '#domain/week.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { answerMovement } from '#features/bank/matches/commands.server.ts'
import { type MovementChoices, getMovement, listChoices, withNames } from '#features/bank/matches/queries.server.ts'
import { type AnswerView, type MovementRow, type NamedMatch, answerInput } from '#features/bank/matches/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { bankReason } from '#messages/bank-reason.ts'
import { formatDayShort, formatInstant, formatWeekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink } from '#web/links.tsx'
import { DoneNote } from '#web/parts/done-note.tsx'
import { Money } from '#web/parts/money.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import type { Reply } from '#web/reply.ts'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { CheckboxField, SelectField } from '#web/ui/fields.tsx'
import { Form, FormReply, ShortForm, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/movement.ts'
import { accountName } from './bank-words.ts'
import { doubtWords, whatIs, whatMatchIs } from './movements.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const movement = await getMovement(params.id)
  return {
    ...movement,
    ...firstOf(await withNames([movement])),
    choices: movement.answer || movement.undone ? null : await listChoices(movement),
    events: await listEvents(`movement:${movement.id}`),
  }
})

export const action = saves(
  'bank.answer',
  answerInput,
  async (change, input, { params, context }: Route.ActionArgs) => {
    requireRecentSignIn(context)
    await answerMovement(change, params.id, input)
    return `/admin/bank/${params.id}?done=saved`
  },
)

/** One movement: what the bank says, what it is or may be, and other possible answers. */
export default function MovementScreen({ loaderData: row, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { answer, proposal, choices } = row
  const isProposed = proposal !== null && proposal.say !== 'asked'
  const isUnknown = proposal?.say === 'asked' && !proposal.differs
  return (
    <>
      <PageHead
        title={formatMoney(row.amount, t.language)}
        subtitle={row.text}
        back={{ to: '/admin/bank', label: t('page.bank.title') }}
      />
      <Stack>
        <DoneNote />
        {row.undone ? (
          <Notice tone="warn">
            {t('page.bank.files.movement', {
              who: row.undone.by ?? t('page.bank.movement.commandLine'),
              at: formatInstant(row.undone.at, t.language),
              reason: row.undone.reason,
            })}
          </Notice>
        ) : null}
        <SideBySide>
          <Section title={t(isUnknown ? 'page.bank.is.unknown' : 'page.bank.movement.what')}>
            <Stack>
              {/* Shows the answer to any form of the page: the form that was refused may be gone. */}
              <FormReply reply={reply} />
              {isUnknown || row.undone ? null : (
                <div>
                  <strong>{whatIs(t, row)}</strong>
                  {answer ? <Words look="soft">{saidWords(t, answer)}</Words> : null}
                </div>
              )}
              {answer?.kind === 'return' ? (
                <Notice tone="warn">{t(`page.bank.advice.${adviceFor(row.returnReason)}`)}</Notice>
              ) : null}
              {answer ? (
                <div>
                  <LinkButton to={`/admin/bank/${row.id}/withdrawal`}>{t('page.bank.back.title')}</LinkButton>
                </div>
              ) : null}
              {isProposed && doubtWords(t, proposal) ? <Notice tone="warn">{doubtWords(t, proposal)}</Notice> : null}
              {isProposed ? (
                <Form quiet>
                  <input type="hidden" name="is" value="proposal" />
                  <div>
                    <SubmitButton>{t('page.bank.movement.confirm')}</SubmitButton>
                  </div>
                </Form>
              ) : null}
              {choices ? row.others.map((other) => <Candidate key={whatMatchIs(t, other)} of={other} />) : null}
              {choices && isProposed ? (
                <Disclosure summary={t('page.bank.movement.others')} open={reply !== undefined}>
                  <Others choices={choices} meant="" reply={reply} />
                </Disclosure>
              ) : null}
              {choices && !isProposed ? <Others choices={choices} meant={meantPayout(row)} reply={reply} /> : null}
            </Stack>
          </Section>
          <Section title={t('page.bank.movement.bank')}>
            <Facts>
              <Fact name={t('page.bank.columns.account')}>{accountName(t, row.account)}</Fact>
              <Fact name={t('page.bank.columns.day')}>{formatDayShort(row.booked, t.language)}</Fact>
              <Fact name={t('page.bank.movement.value')}>{formatDayShort(row.value, t.language)}</Fact>
              {row.party ? <Fact name={t('page.bank.movement.party')}>{row.party}</Fact> : null}
              {row.partyIbanEnds ? (
                <Fact name={t('page.bank.movement.partyIban')}>
                  {t('page.bank.movement.ends', { ends: row.partyIbanEnds })}
                </Fact>
              ) : null}
              {row.fee + row.feeWithin > 0 ? (
                <Fact name={t('page.bank.movement.fee')}>
                  {formatMoney(row.fee > 0 ? row.fee : row.feeWithin, t.language)}
                </Fact>
              ) : null}
              {row.balance === null ? null : (
                <Fact name={t('page.bank.movement.balance')}>{formatMoney(row.balance, t.language)}</Fact>
              )}
              {row.returnReason ? (
                <Fact name={t('page.bank.movement.reason')}>{bankReason(row.returnReason, t)}</Fact>
              ) : null}
              <Fact name={t('page.bank.movement.file')}>
                {t('page.bank.movement.line', { name: row.file.name, line: row.line })}
              </Fact>
            </Facts>
            {row.undone ? null : (
              <ActLink to={`/admin/bank/imports/${row.file.id}/undoing`}>{t('page.bank.files.undo')}</ActLink>
            )}
          </Section>
        </SideBySide>
        {row.names.length > 1 ? (
          <Section title={t('page.bank.movement.payments')}>
            <Facts>
              {row.names.map((payment) => (
                <Fact key={payment.settlementId} name={payment.name}>
                  <Money cents={payment.amount} />
                </Fact>
              ))}
            </Facts>
          </Section>
        ) : null}
        {row.before.length > 0 ? (
          <Section title={t('page.bank.movement.before')}>
            <Items label={t('page.bank.movement.before')}>
              {row.before.map((earlierAnswer) => (
                <Item
                  key={earlierAnswer.id}
                  title={whatIs(t, { ...row, answer: earlierAnswer, names: earlierAnswer.payments })}
                  under={earlierAnswer.takenBack ? takenBackWords(t, earlierAnswer.takenBack) : null}
                />
              ))}
            </Items>
          </Section>
        ) : null}
        <RecordHistory events={row.events} />
      </Stack>
    </>
  )
}

function takenBackWords(t: Translator, { by, at, reason }: NonNullable<AnswerView['takenBack']>): string {
  return t('page.bank.movement.takenBack', {
    who: by ?? t('page.bank.movement.commandLine'),
    at: formatInstant(at, t.language),
    reason,
  })
}

function saidWords(t: Translator, { isExact, isByRule, by, at }: AnswerView): string {
  if (isExact && isByRule) return t('page.bank.movement.byRule', { at: formatInstant(at, t.language) })
  if (isExact) return t('page.bank.movement.exact', { at: formatInstant(at, t.language) })
  return t('page.bank.movement.said', {
    who: by ?? t('page.bank.movement.commandLine'),
    at: formatInstant(at, t.language),
  })
}

/** The payout that a movement would be if its amount matched. */
function meantPayout({ proposal }: Pick<MovementRow, 'proposal'>): string {
  if (proposal?.say !== 'asked' || !proposal.differs) return ''
  return `${proposal.differs.platform} ${weekName(proposal.differs.week)}`
}

/** Another possible answer, in one press. */
function Candidate({ of }: { of: NamedMatch }) {
  const t = useT()
  const { match } = of
  const sent =
    match.is === 'driver'
      ? { is: 'driver', driver: match.driverId }
      : match.is === 'return'
        ? { is: 'return', settlement: match.settlementId }
        : match.is === 'payments' && match.settlements.length === 1
          ? { is: 'payments', settlement: match.settlements[0] }
          : null
  if (sent === null) return null
  return (
    <Form quiet>
      {Object.entries(sent).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div>
        <SubmitButton kind="outlined">{t('page.bank.movement.rather', { what: whatMatchIs(t, of) })}</SubmitButton>
      </div>
    </Form>
  )
}

type OthersProps = { choices: MovementChoices; meant: string; reply: Reply | undefined }

/** Other possible answers, each a short form of its own. */
function Others({ choices, meant, reply }: OthersProps) {
  const t = useT()
  const { payments, payouts, drivers } = choices
  const money = (amount: Parameters<typeof formatMoney>[0]) => formatMoney(amount, t.language)
  const weekWords = (name: string) => formatWeekNumber(readWeek(name), t.language)
  const choiceOf = (
    is: 'payments' | 'return' | 'payout' | 'driver' | 'account',
    name: string,
    options: { value: string; label: string }[],
  ) =>
    options.length === 0 ? null : (
      <Form reply={reply?.values['is'] === is ? reply : undefined} quiet>
        <input type="hidden" name="is" value={is} />
        <ShortForm>
          <SelectField
            name={name}
            label={t(`page.bank.say.${is}`)}
            empty={t('page.bank.say.choose')}
            options={options}
            defaultValue={options.some(({ value }) => value === meant) ? meant : ''}
            required
          />
          {is === 'account' ? <CheckboxField name="always" label={t('page.bank.say.always')} /> : null}
          <SubmitButton kind="outlined">{t('page.bank.say.submit')}</SubmitButton>
        </ShortForm>
      </Form>
    )
  const paid = payments.map((payment) => ({
    value: payment.settlementId,
    label: `${payment.name} · ${weekWords(payment.week)} · ${money(payment.amount)}`,
  }))
  return (
    <Stack>
      {choiceOf('payments', 'settlement', paid)}
      {choiceOf('return', 'settlement', paid)}
      {choiceOf(
        'payout',
        'of',
        payouts.map(({ platform, week, expected }) => ({
          value: `${platform} ${week}`,
          label: `${t(`page.bank.platforms.${platform}`)} · ${weekWords(week)} · ${money(expected)}`,
        })),
      )}
      {choiceOf(
        'driver',
        'driver',
        drivers.map(({ id, name, owed }) => ({
          value: id,
          label: owed > 0 ? t('page.bank.say.owes', { name, amount: money(owed) }) : name,
        })),
      )}
      {choiceOf(
        'account',
        'account',
        CLASSES.map((value) => ({
          value,
          label: value === 'bank' ? t('page.bank.say.booked') : t(`page.accounts.accounts.${value}`),
        })),
      )}
      <Form quiet>
        <input type="hidden" name="is" value="suspense" />
        <div>
          <SubmitButton kind="outlined">{t('page.bank.say.suspense')}</SubmitButton>
        </div>
      </Form>
    </Stack>
  )
}
