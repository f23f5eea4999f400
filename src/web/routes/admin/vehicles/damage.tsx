import { useSearchParams } from 'react-router'
import type { Reach } from '#domain/reach.ts'
import type { Cents } from '#domain/money.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { listAccidentsOfCar } from '#features/fleet/accidents/queries.server.ts'
import type { AccidentView } from '#features/fleet/accidents/schema.ts'
import {
  answerContest,
  lockDamage,
  proposeCost,
  refuseOtherProposal,
  reopenDamage,
  setDamageCause,
  settleDamage,
  writeInvoice,
} from '#features/fleet/damages/commands.server.ts'
import { getReport } from '#features/fleet/damage-reports/queries.server.ts'
import type { ReportView } from '#features/fleet/damage-reports/schema.ts'
import { getDamage } from '#features/fleet/damages/queries.server.ts'
import { type DamageAct, type DamageView, damageAct, damageActs, typedInAct } from '#features/fleet/damages/schema.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { readPersons } from '#features/fleet/current-drivers/queries.server.ts'
import { listChargesOfDamages } from '#features/plans/charges/queries.server.ts'
import { listTicketsOfReport } from '#features/support/tickets/queries.server.ts'
import { reachOfDriver } from '#features/mail/reach/queries.server.ts'
import { opened, refuseIfChanged } from '#forms/merge.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { ChargedNotice } from '#web/parts/charged-notice.tsx'
import { SignatureWords } from '#web/parts/paper-signature.tsx'
import { CarDrawing } from '#web/parts/car-drawing.tsx'
import { AboutProposal, DamageState, damageTitle } from '#web/parts/damage-parts.tsx'
import { ReportPhotos } from '#web/parts/report-parts.tsx'
import { TicketItems } from '#web/parts/ticket-parts.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { notifiedByWords } from '#web/parts/sent-by-hand.ts'
import { Unreached } from '#web/parts/unreached.tsx'
import { readHadCar } from '#web/parts/who-had-car.server.ts'
import { WhoHadCar } from '#web/parts/who-had-car.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireAdmin } from '#web/session.server.ts'
import { type Reply, answered } from '#web/reply.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import type { Option } from '#web/ui/fields.tsx'
import { Form, LateReply, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/damage.ts'
import { findUnreadNotice } from './unread.server.ts'
import { driverOptions } from './driver-options.server.ts'
import styles from './inspection.module.css'

export const loader = shows(async ({ params, context }: Route.LoaderArgs, { now }) => {
  const [damage, charges, drivers, accidents, personOf] = await Promise.all([
    getDamage(params.damage),
    listChargesOfDamages(),
    driverOptions(now, { withFormer: true }),
    listAccidentsOfCar(params.id),
    readPersons(),
  ])
  const charge = charges.get(damage.id) ?? null
  const { reportId } = damage
  const report = reportId === null ? null : await getReport(params.id, reportId)
  return {
    damage,
    report,
    // Only for a damage with a report: one that an inspection found happened at an unknown moment before it.
    had: report && (await readHadCar(requireAdmin(context), damage.vehicle.id, report.at, now)),
    tickets: reportId === null ? [] : await listTicketsOfReport(reportId, now),
    charge,
    // Earlier versions let the office propose a charged damage to another driver: the first driver still pays then.
    chargedDriverName:
      charge && charge.personId !== personOf(damage.driver?.id ?? '') ? (await getDriver(charge.personId)).name : null,
    drivers,
    // A driver who contested the damage has read the notice.
    unread: damage.contestedAt === null ? await findUnreadNotice('damage', damage.driver, damage.proposedAt) : null,
    reach: await reachOfDriver(damage.driver, 'damage'),
    accidents: accidents.map(({ id, happenedAt, place, excess }) => ({ id, happenedAt, place, excess })),
  }
})

export const action = saves(
  ({ intent }) => `damage.${intent}`,
  damageAct.and(opened),
  async (change, { opened: seen, ...act }, { params, url }: Route.ActionArgs) => {
    if ('proposalSeen' in act) await refuseOtherProposal(change, params.damage, act.proposalSeen)
    if (act.intent === 'blame' || act.intent === 'invoice')
      refuseIfChanged(
        damageActs[act.intent],
        seen,
        typedInAct(await lockDamage(change, params.damage)),
        languageOf(url.pathname),
      )
    await perform(change, params.damage, act)
    return `/admin/vehicles/${params.id}/damages/${params.damage}?done=${act.intent}`
  },
)

function perform(change: Change, id: string, act: DamageAct): Promise<void> {
  switch (act.intent) {
    case 'propose':
      return proposeCost(change, id, act)
    case 'invoice':
      return writeInvoice(change, id, act)
    case 'answer':
      return answerContest(change, id, act.reason)
    case 'settle':
      return settleDamage(change, id, act.reason)
    case 'reopen':
      return reopenDamage(change, id)
    case 'blame':
      return setDamageCause(change, id, act)
  }
}

/** One damage: its place, its driver, its cost, and what is done about it. */
export default function DamageScreen({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const { damage, report, tickets, charge, drivers, accidents, unread, reach, chargedDriverName, had } = loaderData
  const doneText = actionData ? null : doneWords(query.get('done') ?? '', loaderData, t)
  const base = `/admin/vehicles/${damage.vehicle.id}`
  const place = `${base}/damages/${damage.id}`
  return (
    <SideBySide>
      <Section title={damageTitle(damage, t)} aside={<DamageState damage={damage} />}>
        <Stack>
          {doneText === null ? null : <Done>{doneText}</Done>}
          <LateReply offered={offeredFor(damage, charge !== null)} />
          {unread !== null && damage.driver !== null && charge === null ? (
            <Unreached driver={damage.driver} notice={unread} />
          ) : null}
          {charge && damage.invoice !== null && charge.amount > damage.invoice ? (
            <Notice tone="warn">
              {t('page.inspections.damage.overcharged', {
                charged: formatMoney(charge.amount, t.language),
                invoice: formatMoney(damage.invoice, t.language),
              })}
            </Notice>
          ) : null}
          {charge ? <ChargedNotice charge={charge} thing="damage" otherDriver={chargedDriverName} /> : null}
          <CarDrawing
            label={t('page.inspections.form.drawing')}
            marks={[{ x: damage.x, y: damage.y, isNew: damage.isNew, label: '1' }]}
          />
          {report ? <ReportPhotos report={report} place={`${base}/reports/${report.id}/photos`} /> : null}
          {damage.hasPhoto && !report?.photos.length ? (
            <Link to={`${place}/photo`} file>
              <img
                className={styles.photo}
                src={`${place}/photo`}
                alt={t('page.inspections.damage.photoOf', { damage: damageTitle(damage, t) })}
                width="480"
                height="360"
                loading="lazy"
              />
            </Link>
          ) : null}
          <DamageFacts damage={damage} report={report} accidents={accidents} />
          {had ? <WhoHadCar had={had} place="" reason={damageTitle(damage, t)} back={place} /> : null}
        </Stack>
      </Section>
      <Section title={t('page.inspections.damage.todo')}>
        <Stack>
          {damage.state === 'proposed' && charge === null && unread === null ? (
            <div>
              <LinkButton to={`${place}/charge`} kind="primary">
                {t('page.inspections.damage.charge')}
              </LinkButton>
            </div>
          ) : null}
          {damage.state === 'settled' ? (
            <Form intent="reopen">
              <div>
                <SubmitButton kind="outlined">{t('page.inspections.damage.reopen')}</SubmitButton>
              </div>
            </Form>
          ) : (
            <>
              <DamageActs
                damage={damage}
                isCharged={charge !== null}
                excess={accidents.find(({ id }) => id === damage.accidentId)?.excess ?? null}
                drivers={drivers}
                reach={reach}
                reply={actionData}
              />
              {charge === null ? <DamageCauseForm damage={damage} accidents={accidents} reply={actionData} /> : null}
            </>
          )}
          {tickets.length > 0 ? <TicketItems tickets={tickets} label={t('page.support.office.ofCar')} /> : null}
        </Stack>
      </Section>
    </SideBySide>
  )
}

/** What the act in the address did. The words for a proposal depend on how its notice reaches the driver. */
function doneWords(
  act: string,
  { damage, unread, reach }: Pick<Route.ComponentProps['loaderData'], 'damage' | 'unread' | 'reach'>,
  t: Translator,
): string | null {
  if (act !== 'propose') return t.find(`page.inspections.damage.done.${act}`)
  if (unread !== null || damage.driver === null || reach === null) return null
  return notifiedByWords(t, reach, damage.driver.name)
}

/** The acts of the forms that the page shows. */
function offeredFor({ state }: DamageView, isCharged: boolean): DamageAct['intent'][] {
  if (state === 'settled') return ['reopen']
  const ofCost: DamageAct['intent'][] = isCharged ? [] : ['propose', 'blame']
  return ['invoice', 'settle', ...ofCost, ...(state === 'contested' ? ['answer' as const] : [])]
}

type AccidentChoice = Pick<AccidentView, 'id' | 'happenedAt' | 'place' | 'excess'>

function accidentWords({ happenedAt, place }: Pick<AccidentChoice, 'happenedAt' | 'place'>, t: Translator): string {
  return `${formatInstant(happenedAt, t.language)}, ${place}`
}

/** Who is responsible, and the accident it came from. */
function DamageCauseForm({
  damage,
  accidents,
  reply,
}: {
  damage: DamageView
  accidents: readonly AccidentChoice[]
  reply: Reply | undefined
}) {
  const t = useT()
  const answer = answered(reply, 'blame')
  return (
    <Disclosure summary={t('page.accidents.cause.title')} open={answer !== undefined}>
      <Form
        of={damageActs.blame}
        intent="blame"
        values={typedInAct(damage)}
        version={null}
        offered={{
          accidentId: accidents.map((accident) => ({ value: accident.id, label: accidentWords(accident, t) })),
        }}
        drawn={accidents.length > 0 ? {} : { accidentId: null }}
      >
        <div>
          <SubmitButton kind="outlined">{t('page.accidents.cause.submit')}</SubmitButton>
        </div>
      </Form>
    </Disclosure>
  )
}

type FactsProps = { damage: DamageView; report: ReportView | null; accidents: readonly AccidentChoice[] }

function DamageFacts({ damage, report, accidents }: FactsProps) {
  const t = useT()
  const { vehicle, id, inspectionId, foundAt, severity, note, driver, contestedWords, answer } = damage
  const accident = accidents.find((candidate) => candidate.id === damage.accidentId)
  const cost = (of: 'estimate' | 'invoice') => {
    const amount = damage[of]
    if (amount === null) return null
    return (
      <Fact name={t(`page.inspections.damage.${of}`)}>
        {formatMoney(amount, t.language)}{' '}
        {damage[`${of}Paper`] ? (
          <Link to={`/admin/vehicles/${vehicle.id}/damages/${id}/papers/${of}`} file>
            {t('page.inspections.damage.paper')}
          </Link>
        ) : null}{' '}
        {of === 'invoice' && damage.invoicePaper ? <SignatureWords signature={damage.invoiceSignature} /> : null}
      </Fact>
    )
  }
  return (
    <Card>
      <Facts>
        <Fact name={t('page.inspections.damage.found')}>
          <Link to={`/admin/vehicles/${vehicle.id}/${report ? `reports/${report.id}` : `inspections/${inspectionId}`}`}>
            {formatInstant(foundAt, t.language)}
          </Link>
        </Fact>
        {report ? <Fact name={t('page.damageReports.office.ofDamage')}>{report.driver.name}</Fact> : null}
        <Fact name={t('page.inspections.damage.severity')}>{t(`page.inspections.severities.${severity}`)}</Fact>
        {note ? <Fact name={t('page.inspections.form.note')}>{note}</Fact> : null}
        {driver ? (
          <Fact name={t('page.inspections.damage.driver')}>
            <Link to={`/admin/drivers/${driver.id}`}>{driver.name}</Link>
          </Fact>
        ) : null}
        {damage.cause ? (
          <Fact name={t('page.accidents.cause.field')}>{t(`page.accidents.cause.names.${damage.cause}`)}</Fact>
        ) : null}
        {accident ? (
          <Fact name={t('page.accidents.heading')}>
            <Link to={`/admin/vehicles/${vehicle.id}/accidents/${accident.id}`}>{accidentWords(accident, t)}</Link>
          </Fact>
        ) : null}
        {cost('estimate')}
        {cost('invoice')}
        {contestedWords ? <Fact name={t('page.inspections.damage.contested')}>{contestedWords}</Fact> : null}
        {answer ? <Fact name={t('page.inspections.damage.answer')}>{answer}</Fact> : null}
        {damage.settledReason ? (
          <Fact name={t('page.inspections.damage.settledFor')}>{damage.settledReason}</Fact>
        ) : null}
      </Facts>
    </Card>
  )
}

type ActsProps = {
  damage: DamageView
  isCharged: boolean
  /** The excess of the accident it came from: the part of the repair that the insurer does not pay. */
  excess: Cents | null
  drivers: readonly Option[]
  reach: Reach | null
  reply: Reply | undefined
}

function DamageActs({ damage, isCharged, excess, drivers, reach, reply }: ActsProps) {
  const t = useT()
  const note = damage.driver ? <ReachNote reach={reach} name={damage.driver.name} driver={damage.driver.id} /> : null
  return (
    <>
      {damage.state === 'contested' ? (
        <Card title={t('page.inspections.damage.answerTitle')} tone="warn">
          <Form
            of={damageActs.answer}
            intent="answer"
            above={
              <>
                <Words>{t('page.inspections.damage.answerText')}</Words>
                {note}
              </>
            }
          >
            <AboutProposal damage={damage} />
            <div>
              <SubmitButton>{t('page.inspections.damage.answerSubmit')}</SubmitButton>
            </div>
          </Form>
        </Card>
      ) : null}
      {isCharged ? null : (
        <Disclosure
          summary={t('page.inspections.damage.propose')}
          open={damage.state === 'noted' || answered(reply, 'propose') !== undefined}
        >
          <Form
            of={damageActs.propose}
            intent="propose"
            values={{ driverId: damage.driver?.id, amount: damage.invoice ?? damage.estimate ?? excess }}
            offered={{ driverId: drivers }}
            above={
              <>
                <Words>{t('page.inspections.damage.proposeText')}</Words>
                {excess === null ? null : (
                  <Words>{t('page.accidents.ofExcess', { amount: formatMoney(excess, t.language) })}</Words>
                )}
                {note}
              </>
            }
          >
            <AboutProposal damage={damage} />
            <div>
              <SubmitButton>{t('page.inspections.damage.proposeSubmit')}</SubmitButton>
            </div>
          </Form>
        </Disclosure>
      )}
      <Disclosure summary={t('page.inspections.damage.writeInvoice')} open={answered(reply, 'invoice') !== undefined}>
        <Form of={damageActs.invoice} intent="invoice" values={typedInAct(damage)} version={null}>
          <div>
            <SubmitButton kind="outlined">{t('page.inspections.damage.invoiceSubmit')}</SubmitButton>
          </div>
        </Form>
      </Disclosure>
      <Disclosure summary={t('page.inspections.damage.settle')} open={answered(reply, 'settle') !== undefined}>
        <Form of={damageActs.settle} intent="settle">
          <div>
            <SubmitButton kind="outlined">{t('page.inspections.damage.settleSubmit')}</SubmitButton>
          </div>
        </Form>
      </Disclosure>
    </>
  )
}
