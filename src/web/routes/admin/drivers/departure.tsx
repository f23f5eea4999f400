import { href, useSearchParams } from 'react-router'
import { isInForce } from '#domain/contract.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { listContractsWith } from '#features/contracts/queries.server.ts'
import { changeDeparture } from '#features/departures/commands.server.ts'
import { findDeparture, listDepartures } from '#features/departures/queries.server.ts'
import type { DepartureView } from '#features/departures/schema.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { receivePayment, takeBackMovement, writeOffDebt } from '#features/departures/final-accounts/commands.server.ts'
import { askForFinal } from '#features/oversight/second-person/commands.server.ts'
import { findPayingWeek, getFinalAccount } from '#features/departures/final-accounts/queries.server.ts'
import {
  FINAL_ACTS,
  type FinalAct,
  type FinalAccount,
  finalAct,
  lastClosing,
} from '#features/departures/final-accounts/schema.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { AccountEntries, officeOrigin } from '#web/parts/account-parts.tsx'
import { Deposits, FinalFigures, OpenPlans, itemWords } from '#web/parts/departure-parts.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { Money } from '#web/parts/money.tsx'
import type { Reply } from '#web/reply.ts'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Bullets, SideBySide } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/departure.ts'
import { FinalActs } from './final-acts.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { id } = await getDriver(params.id)
  const [departure, all] = await Promise.all([findDeparture(id), listDepartures(id)])
  const earlier = all.filter(({ returnedOn }) => returnedOn !== null)
  if (!departure) return { id, earlier, account: null }
  const [account, week, contracts] = await Promise.all([
    getFinalAccount(id, now),
    findPayingWeek(now),
    listContractsWith(id),
  ])
  const today = dayAt(now)
  // An amendment ends with the contract that it changes.
  const inForce = contracts.filter(
    (contract) => contract.kind !== 'amendment' && contract.endedOn === null && isInForce(contract, today),
  )
  return { id, earlier, account, week, inForce: inForce.map(({ id: contract, number }) => ({ id: contract, number })) }
})

export const action = saves(
  ({ intent }) => `final.${intent}`,
  finalAct,
  async (change, asked, { params }: Route.ActionArgs) => {
    if ((await act(change, params.id, asked)) === 'asked') return '/admin/second-person?done=asked'
    return `${href('/admin/drivers/:id/departure', params)}?result=${asked.intent}`
  },
)

async function act(change: Change, driverId: string, asked: FinalAct): Promise<'done' | 'asked' | void> {
  switch (asked.intent) {
    case 'close': {
      const week = await findPayingWeek(change.now, change.tx)
      return askForFinal(change, driverId, { week, expected: asked.figure, reason: asked.reason })
    }
    case 'received':
      return receivePayment(change, driverId, asked, asked.proof)
    case 'write-off':
      return writeOffDebt(change, driverId, asked.reason, asked.amount)
    case 'take-back':
      return takeBackMovement(change, driverId, asked)
    case 'change':
      return changeDeparture(change, driverId, asked)
  }
}

/** The form to leave, for a driver who is here; the final account, for one who has left. */
export default function DepartureScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { id, earlier, account } = loaderData
  const t = useT()
  const [query] = useSearchParams()
  const done = actionData ? null : t.find(`page.departures.done.${query.get('result') ?? ''}`)
  if (!account) {
    return (
      <Section title={t('page.departures.record.title')}>
        <Stack>
          <p>{t('page.departures.record.none')}</p>
          <div>
            <LinkButton to={`/admin/drivers/${id}/departure/new`} kind="outlined">
              {t('page.departures.record.title')}
            </LinkButton>
          </div>
          <Earlier earlier={earlier} />
        </Stack>
      </Section>
    )
  }
  const base = `/admin/drivers/${id}/departure`
  return (
    <Stack>
      {done === null ? null : <Done>{done}</Done>}
      <SideBySide>
        <FinalFigures account={account} />
        <LeavingFacts departure={account.departure} />
      </SideBySide>
      <Actions>
        <LinkButton to={`${base}/pdf`} icon="download" kind="outlined" file>
          {t(account.state === 'owing' ? 'page.departures.account.demand' : 'page.departures.account.pdf')}
        </LinkButton>
        {account.deposits.length > 0 ? (
          <LinkButton to={`/admin/drivers/${id}/account/deposit`} icon="download" kind="text" file>
            {t('page.departures.account.depositPdf')}
          </LinkButton>
        ) : null}
        {account.state === 'owing' && account.figures.carried < 0 ? (
          <LinkButton to={`/admin/drivers/${id}/account/repayment`} kind="text">
            {t('page.departures.account.repay')}
          </LinkButton>
        ) : null}
        <LinkButton to={`${base}/return`} kind="text">
          {t('page.departures.account.back')}
        </LinkButton>
      </Actions>
      {loaderData.inForce.length > 0 ? (
        <Notice tone="warn" title={t('page.departures.account.contracts')}>
          <p>{t('page.departures.account.contractsText')}</p>
          <Bullets>
            {loaderData.inForce.map((contract) => (
              <li key={contract.id}>
                <Link to={`/admin/contracts/${contract.id}`}>
                  {t('page.contracts.one', { number: contract.number })}
                </Link>
              </li>
            ))}
          </Bullets>
        </Notice>
      ) : null}
      <FinalActs account={account} week={loaderData.week} reply={actionData} />
      {account.deposits.length > 0 ? (
        <Section title={t('page.departures.account.deposits')}>
          <Deposits deposits={account.deposits} />
        </Section>
      ) : null}
      {account.plans.some(({ remaining }) => remaining !== 0) ? (
        <Section title={t('page.departures.account.planList')}>
          <OpenPlans plans={account.plans} href={(plan) => `/admin/financing/${plan}`} />
        </Section>
      ) : null}
      <Movements id={id} account={account} reply={actionData} />
      <Books account={account} />
      <Earlier earlier={earlier} />
    </Stack>
  )
}

function LeavingFacts({ departure }: { departure: DepartureView }) {
  const t = useT()
  const { lastDay, reason, waitsUntil, signsInUntil, checklist } = departure
  const missing = checklist.filter(({ done }) => !done)
  return (
    <Card>
      <Facts>
        <Fact name={t('page.departures.account.left')}>{formatDayShort(lastDay, t.language)}</Fact>
        <Fact name={t('page.departures.account.reason')}>{reason}</Fact>
        <Fact name={t('page.departures.account.waits')}>{formatDayShort(waitsUntil, t.language)}</Fact>
        <Fact name={t('page.departures.account.signsIn')}>
          {signsInUntil
            ? t('page.departures.account.until', { day: formatDayShort(signsInUntil, t.language) })
            : t('page.departures.account.always')}
        </Fact>
        {checklist.length > 0 ? (
          <Fact name={t('page.departures.checklist.title')}>
            {missing.length === 0
              ? t('page.departures.checklist.done')
              : `${t('page.departures.checklist.missing', { count: missing.length })}: ${missing
                  .map((item) => itemWords(item, t))
                  .join(', ')}`}
          </Fact>
        ) : null}
      </Facts>
    </Card>
  )
}

type MovementsProps = { id: string; account: FinalAccount; reply: Reply | undefined }

function Movements({ id, account: { movements }, reply }: MovementsProps) {
  const t = useT()
  if (movements.length === 0) return null
  const closing = lastClosing(movements)?.id
  return (
    <Section title={t('page.departures.account.history')}>
      <ul>
        {movements.map(({ id: movement, kind, isTakenBack, amount, reason, file, at, by }) => (
          <li key={movement}>
            {t(`page.departures.movements.${kind}`)}: <Money cents={amount} /> · {reason} · <Moment at={at} />
            {by ? ` · ${by}` : ''}
            {file ? (
              <>
                {' · '}
                <Link to={`/admin/drivers/${id}/departure/movements/${movement}`} file>
                  {file}
                </Link>
              </>
            ) : null}
            {kind === 'taken-back' || isTakenBack || (kind === 'closed' && movement !== closing) ? null : (
              <TakeBack
                movement={movement}
                ofClosing={kind === 'closed'}
                reply={reply?.values['movement'] === movement ? reply : undefined}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The folded form that takes a movement back. */
function TakeBack({ movement, ofClosing, reply }: { movement: string; ofClosing: boolean; reply: Reply | undefined }) {
  const t = useT()
  const words = t(ofClosing ? 'page.departures.acts.reopen' : 'page.departures.acts.take-back')
  return (
    <Disclosure level="line" summary={words} open={reply !== undefined}>
      <Form
        intent="take-back"
        of={FINAL_ACTS['take-back']}
        reply={reply}
        above={ofClosing ? <p>{t('page.departures.acts.reopenText')}</p> : null}
      >
        <input type="hidden" name="movement" value={movement} />
        <div>
          <SubmitButton kind="outlined">{words}</SubmitButton>
        </div>
      </Form>
    </Disclosure>
  )
}

/** Every entry of the three accounts: each figure is their sum. */
function Books({ account: { books } }: { account: FinalAccount }) {
  const t = useT()
  return (
    <Section title={t('page.departures.account.books')}>
      {(['current', 'plan', 'deposit'] as const).map((book) => (
        <Disclosure
          key={book}
          summary={t(`page.departures.account.bookOf.${book}`)}
          aside={<Money cents={books[book].balance} owed />}
        >
          <AccountEntries
            account={books[book]}
            name={t(`page.departures.account.bookOf.${book}`)}
            page={1}
            look="driver"
            origin={officeOrigin}
          />
        </Disclosure>
      ))}
    </Section>
  )
}

function Earlier({ earlier }: { earlier: readonly DepartureView[] }) {
  const t = useT()
  if (earlier.length === 0) return null
  return (
    <Section title={t('page.departures.record.earlier')}>
      <ul>
        {earlier.map(({ id, lastDay, returnedOn, reason }) => (
          <li key={id}>
            {t('page.departures.record.earlierOne', {
              last: formatDayShort(lastDay, t.language),
              back: formatDayShort(returnedOn ?? lastDay, t.language),
              reason,
            })}
          </li>
        ))}
      </ul>
    </Section>
  )
}
