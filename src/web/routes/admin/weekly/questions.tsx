import type { Question } from '#features/weeks/questions/schema.ts'
import type { WeekShown } from '#features/weeks/schema.ts'
import { readWeek } from '#domain/week.ts'
import { formatInstant, weekNumber } from '#messages/dates.ts'
import { lineLabel } from '#messages/line-label.ts'
import { formatMoney, formatMoneyDifference } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { firstOfMany } from '#web/parts/first-of-many.ts'
import { isNewcomer } from '#web/parts/is-newcomer.ts'
import { Money } from '#web/parts/money.tsx'
import { Post } from '#web/parts/post.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { SmallLine } from '#web/ui/charts/small-line.tsx'
import { SubmitButton } from '#web/ui/form.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { AnomalyQuestion } from './anomaly-question.tsx'
import { calmWords } from './calm-words.ts'
import { questionsToDecide, questionsThatInform } from './week-questions.ts'
import { IbanForm } from './iban-form.tsx'
import { PrintedTwiceQuestion } from './printed-twice-question.tsx'
import { QuestionCard } from './question-card.tsx'
import { RefusedFileQuestion } from './refused-file-question.tsx'
import { regimeOf } from './regime.ts'
import styles from './questions.module.css'
import { TwinQuestion } from './twin-question.tsx'
import { UnmatchedQuestion } from './unmatched.tsx'

/** The questions that need a person, before any table: what happened, the evidence, the effect, and one suggestion. */
export function Questions({ page }: { page: WeekShown }) {
  const t = useT()
  const open = questionsToDecide(page.questions)
  const known = questionsThatInform(page.questions)
  const recognised = open.filter((question) => question.kind === 'unmatched' && question.suggestion !== null)
  const [first, rest] = firstOfMany(open)
  if (page.people.count === 0 && open.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="questions">
      <header className={styles.head}>
        <h2 id="questions">
          {open.length > 0 ? t('page.week.questions.decide', { count: open.length }) : t('page.week.questions.none')}
        </h2>
        {page.people.calm > 0 ? <p>{calmWords(page.people, t)}</p> : null}
        {recognised.length > 1 ? (
          <LinkButton to={`/admin/data/recognised?week=${page.name}`}>
            {t('page.recognised.act', { count: recognised.length })}
          </LinkButton>
        ) : null}
        {open.filter((question) => question.kind === 'unmatched' && isNewcomer(question)).length > 1 ? (
          <LinkButton to={`/admin/data/newcomers?week=${page.name}`}>{t('page.exceptions.newcomers')}</LinkButton>
        ) : null}
        {open.filter(
          (question) => question.kind === 'iban' && (question.state === 'missing' || question.state === 'invalid'),
        ).length > 1 ? (
          <LinkButton to={`/admin/drivers/list?week=${page.name}`}>{t('page.week.questions.iban.list')}</LinkButton>
        ) : null}
        <SameTerms without={open.filter((question) => question.kind === 'no-terms')} week={page.name} />
      </header>
      {open.length > 0 ? <Cards questions={first} page={page} /> : null}
      {rest.length > 0 ? (
        <details className={styles.known}>
          <summary>
            <Icon name="right" small />
            {t('page.week.questions.rest', { count: rest.length })}
          </summary>
          <Cards questions={rest} page={page} />
        </details>
      ) : null}
      {known.length > 0 ? (
        <details className={styles.known} open={open.length === 0 || known.length <= 3}>
          <summary>
            <Icon name="right" small />
            {t('page.week.questions.know', { count: known.length })}
          </summary>
          <Cards questions={known} page={page} />
        </details>
      ) : null}
    </section>
  )
}

function Cards({ questions, page }: { questions: readonly Question[]; page: WeekShown }) {
  return (
    <ul className={styles.cards}>
      {questions.map((question) => (
        <Card key={question.id} question={question} page={page} />
      ))}
    </ul>
  )
}

function Card({ question, page }: { question: Question; page: WeekShown }) {
  switch (question.kind) {
    case 'refused-file':
      return <RefusedFileQuestion question={question} week={page.name} />
    case 'unmatched':
      return <UnmatchedQuestion question={question} week={page.name} />
    case 'twin':
      return <TwinQuestion question={question} week={page.name} />
    case 'printed-twice':
      return <PrintedTwiceQuestion question={question} week={page.name} />
    case 'no-terms':
      return <NoTerms question={question} week={page.name} />
    case 'changed':
      return <Changed question={question} week={page.name} />
    case 'corrected-twice':
      return <CorrectedTwice question={question} week={page.name} />
    case 'iban':
      return (
        <WrongIban question={question} week={page.name} approved={page.people.approved.includes(question.driver.id)} />
      )
    case 'receipts':
      return <Receipts question={question} week={page.name} />
    case 'no-car':
      return <NoCar question={question} week={page.name} />
    case 'no-reading':
      return <NoReading question={question} week={page.name} />
    case 'no-trips':
      return <NoTrips question={question} week={page.name} />
    case 'negative':
      return <Negative question={question} week={page.name} />
    case 'anomaly':
      return <AnomalyQuestion question={question} week={page.name} />
  }
}

type Of<Kind extends Question['kind']> = { question: Extract<Question, { kind: Kind }>; week: string }

function NoTerms({ question: { id, driver, total, usual, own: agreed }, week }: Of<'no-terms'>) {
  const t = useT()
  const regime = agreed ?? usual
  const amount = formatMoney(total, t.language)
  const newTermsPath = `/admin/drivers/${driver.id}/terms/new?week=${week}`
  return (
    <QuestionCard
      id={id}
      kind={t('page.week.questions.noTerms.kind')}
      title={t('page.week.questions.noTerms.title', { name: driver.name })}
      text={
        <>
          <p>{t('page.week.questions.noTerms.text', { amount })}</p>
          {agreed ? (
            <p>{t('page.exceptions.terms.ownHelp', { number: weekNumber(readWeek(agreed.from)) })}</p>
          ) : usual ? (
            <p>{t('page.exceptions.terms.applyHelp', { count: usual.count })}</p>
          ) : null}
        </>
      }
      effect={t('page.week.questions.noTerms.effect')}
      action={
        regime ? (
          <Post to={`/admin/weekly/${week}/${driver.id}/terms`}>
            <input type="hidden" name="like" value={agreed ? driver.id : (usual?.like ?? '')} />
            <SubmitButton kind="outlined" wide>
              {t('page.exceptions.terms.apply', { regime: t(`page.week.drivers.regime.${regimeOf(regime.regime)}`) })}
            </SubmitButton>
          </Post>
        ) : (
          <LinkButton to={newTermsPath} wide>
            {t('page.week.questions.noTerms.action')}
          </LinkButton>
        )
      }
      alternatives={regime ? <Link to={newTermsPath}>{t('page.exceptions.terms.other')}</Link> : null}
    />
  )
}

/** Several drivers without terms: one press for all, if most of the week have the same terms; otherwise one form. */
function SameTerms({ without: all, week }: { without: readonly Of<'no-terms'>['question'][]; week: string }) {
  const t = useT()
  // Drivers with terms of their own from a later week on are left out: each has a question that extends those.
  const without = all.filter(({ own }) => own === null)
  const usual = without[0]?.usual
  if (without.length < 2) return null
  const chosen = `/admin/weekly/${week}/terms/new`
  if (!usual)
    return <LinkButton to={chosen}>{t('page.exceptions.terms.chooseAll', { count: without.length })}</LinkButton>
  const regime = t(`page.week.drivers.regime.${regimeOf(usual.regime)}`)
  return (
    <>
      <Post to={`/admin/weekly/${week}/terms`}>
        <input type="hidden" name="like" value={usual.like} />
        {without.map(({ driver }) => (
          <input key={driver.id} type="hidden" name="drivers[]" value={driver.id} />
        ))}
        <SubmitButton kind="outlined">
          {t('page.exceptions.terms.applyAll', { regime, count: without.length })}
        </SubmitButton>
      </Post>
      <LinkButton to={chosen} kind="text">
        {t('page.exceptions.terms.otherAll')}
      </LinkButton>
    </>
  )
}

function Changed({ question: { id, driver, by, state }, week }: Of<'changed'>) {
  const t = useT()
  const canVoid = state === 'issued' || state === 'approved'
  const statement = `/admin/weekly/${week}/${driver.id}`
  return (
    <QuestionCard
      id={id}
      kind={t('page.week.questions.changed.kind')}
      title={t('page.week.questions.changed.title', { name: driver.name })}
      text={<p>{t(`page.week.questions.changed.${changedText(state)}`)}</p>}
      effect={t('page.week.questions.changed.effect', { amount: formatMoneyDifference(by, t.language) })}
      action={
        canVoid ? (
          <LinkButton to={`${statement}/void?because=changed`} wide>
            {t('page.week.questions.changed.void')}
          </LinkButton>
        ) : (
          <LinkButton to={statement} wide>
            {t('page.week.questions.changed.look')}
          </LinkButton>
        )
      }
      alternatives={canVoid ? <Link to={statement}>{t('page.week.questions.changed.look')}</Link> : null}
    />
  )
}

function CorrectedTwice({ question: { id, dispute, driver, line, given, on, overlap } }: Of<'corrected-twice'>) {
  const t = useT()
  const amount = formatMoney(Math.abs(overlap), t.language)
  const words = { given: formatMoney(given, t.language), number: weekNumber(on) }
  const state = overlap === 0 ? 'gone' : overlap > 0 ? 'paid' : 'charged'
  return (
    <QuestionCard
      id={id}
      kind={t('page.exceptions.correctedTwice.kind')}
      title={t('page.exceptions.correctedTwice.title', { name: driver.name, label: lineLabel(line, t) })}
      text={<p>{t(`page.exceptions.correctedTwice.text.${state}`, words)}</p>}
      effect={t(`page.exceptions.correctedTwice.effect.${state}`, { amount })}
      action={
        <LinkButton to={`/admin/weekly/disputes/${dispute}/overlap`} wide>
          {t('page.exceptions.correctedTwice.action')}
        </LinkButton>
      }
      alternatives={<Link to={`/admin/weekly/disputes/${dispute}`}>{t('page.disputes.office.see')}</Link>}
    />
  )
}

/** A payment in a bank file is not paid yet: the bank has to confirm it. */
function changedText(state: string) {
  if (state === 'paid') return 'textPaid'
  return state === 'in-batch' ? 'textInBatch' : 'text'
}

function WrongIban({
  question: { id, driver, state, until, amount },
  week,
  approved,
}: Of<'iban'> & { approved: boolean }) {
  const t = useT()
  const { name } = driver
  const when = until ? formatInstant(until, t.language) : ''
  return (
    <QuestionCard
      id={id}
      kind={t(`page.week.questions.iban.kind.${state}`)}
      title={t(`page.week.questions.iban.title.${state}`, { name })}
      text={<p>{t(`page.week.questions.iban.text.${state}`, { until: when })}</p>}
      effect={t('page.week.questions.iban.effect', { amount: formatMoney(amount, t.language) })}
      action={
        state === 'held' || state === 'unchecked' ? (
          <LinkButton to={state === 'held' ? `/admin/drivers/${driver.id}/iban` : '/admin/second-person'} wide>
            {t(`page.week.questions.iban.action.${state}`)}
          </LinkButton>
        ) : (
          <IbanForm week={week} driver={driver} reply={undefined} />
        )
      }
      alternatives={
        approved ? (
          <Link to={`/admin/weekly/${week}/${driver.id}/payment`}>{t('page.week.questions.iban.outside')}</Link>
        ) : null
      }
    />
  )
}

function Receipts({ question: { id, count, amount }, week }: Of<'receipts'>) {
  const t = useT()
  return (
    <QuestionCard
      id={id}
      kind={t('page.exceptions.receipts.kind')}
      title={t('page.exceptions.receipts.title', { count })}
      text={<p>{t('page.exceptions.receipts.text')}</p>}
      effect={t('page.exceptions.receipts.effect', { amount: formatMoney(amount, t.language) })}
      action={
        <LinkButton to={`/admin/weekly/${week}/receipts`} wide>
          {t('page.exceptions.receipts.action')}
        </LinkButton>
      }
    />
  )
}

/** Rent without a car on record: say which car it was, charge it in this week or in every one, or waive it this week. */
function NoCar({ question: { id, answerKey, driver, rent }, week }: Of<'no-car'>) {
  const t = useT()
  const amount = formatMoney(rent, t.language)
  return (
    <QuestionCard
      id={id}
      kind={t('page.exceptions.noCar.kind')}
      title={t('page.exceptions.noCar.title', { name: driver.name, amount })}
      text={<p>{t('page.exceptions.noCar.text')}</p>}
      effect={t('page.exceptions.noCar.effect', { amount })}
      action={
        <LinkButton to={`/admin/drivers/${driver.id}/cars`} wide>
          {t('page.exceptions.noCar.action')}
        </LinkButton>
      }
      alternatives={
        <>
          <Post to={`/admin/weekly/${week}/${driver.id}/rent`}>
            <input type="hidden" name="rent" value="waive" />
            <button type="submit">{t('page.exceptions.noCar.waive')}</button>
          </Post>
          <Post to={`/admin/weekly/${week}/anomalies`}>
            <input type="hidden" name="anomaly" value={answerKey} />
            <input type="hidden" name="answer" value="right" />
            <button type="submit">{t('page.exceptions.noCar.charge')}</button>
          </Post>
          <Post to={`/admin/weekly/${week}/anomalies`}>
            <input type="hidden" name="anomaly" value={answerKey} />
            <input type="hidden" name="answer" value="always" />
            <button type="submit">{t('page.exceptions.noCar.always')}</button>
          </Post>
        </>
      }
    />
  )
}

function NoReading({ question: { id, answerKey, driver, vehicle }, week }: Of<'no-reading'>) {
  const t = useT()
  return (
    <QuestionCard
      id={id}
      tone="know"
      kind={t('page.exceptions.odometer.kind')}
      title={t('page.exceptions.odometer.title', { name: driver.name })}
      text={<p>{t('page.exceptions.odometer.text')}</p>}
      effect={t('page.exceptions.odometer.effect')}
      action={
        <LinkButton to={`/admin/vehicles/${vehicle}/odometer`} wide>
          {t('page.exceptions.odometer.action')}
        </LinkButton>
      }
      alternatives={<ConfirmAsRight answerKey={answerKey} week={week} />}
    />
  )
}

function NoTrips({ question: { id, answerKey, driver, count, amount }, week }: Of<'no-trips'>) {
  const t = useT()
  const sum = formatMoney(amount, t.language)
  return (
    <QuestionCard
      id={id}
      tone="know"
      kind={t('page.exceptions.noTrips.kind')}
      title={t('page.exceptions.noTrips.title', { count, name: driver.name, amount: sum })}
      text={<p>{t('page.exceptions.noTrips.text')}</p>}
      effect={t('page.exceptions.noTrips.effect', { amount: sum })}
      action={
        <LinkButton to="/admin/data" wide>
          {t('page.exceptions.noTrips.action')}
        </LinkButton>
      }
      alternatives={<ConfirmAsRight answerKey={answerKey} week={week} />}
    />
  )
}

function Negative({ question: { id, answerKey, driver, net, earnings, past }, week }: Of<'negative'>) {
  const t = useT()
  const money = (cents: number) => formatMoney(cents, t.language)
  return (
    <QuestionCard
      id={id}
      tone="know"
      kind={t('page.week.questions.negative.kind')}
      title={t('page.week.questions.negative.title', { name: driver.name, amount: money(Math.abs(net)) })}
      text={
        <p>
          {t(`page.week.questions.negative.${earnings > 0 ? 'text' : 'noEarnings'}`, { earnings: money(earnings) })}
        </p>
      }
      effect={
        <>
          <b>
            <Money cents={net} owed />
          </b>{' '}
          {t('page.week.questions.negative.effect').toLowerCase()}
        </>
      }
      figure={
        past.length > 0 ? (
          <SmallLine values={[...past, net]} isWarned width={168} label={t('page.week.questions.drawingPast')} />
        ) : null
      }
      action={<ConfirmAsRight answerKey={answerKey} week={week} isMain />}
      alternatives={<Link to={`/admin/weekly/${week}/${driver.id}`}>{t('page.week.questions.negative.action')}</Link>}
    />
  )
}

/** Somebody checked that it is right: the question is not asked again while its figure stays the same. */
function ConfirmAsRight({ answerKey, week, isMain = false }: { answerKey: string; week: string; isMain?: boolean }) {
  const t = useT()
  return (
    <Post to={`/admin/weekly/${week}/anomalies`}>
      <input type="hidden" name="anomaly" value={answerKey} />
      <input type="hidden" name="answer" value="right" />
      {isMain ? (
        <SubmitButton kind="outlined" wide>
          {t('page.exceptions.anomaly.right')}
        </SubmitButton>
      ) : (
        <button type="submit">{t('page.exceptions.anomaly.right')}</button>
      )}
    </Post>
  )
}
