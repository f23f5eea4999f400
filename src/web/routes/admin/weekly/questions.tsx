import type { Question } from '#features/questions/schema.ts'
import type { WeekPage } from '#features/weeks/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { formatMoney, formatPercent } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { Spark } from '#web/parts/spark.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { calmDrivers, deciding, informing } from './deciding.ts'
import { QuestionCard } from './question-card.tsx'
import styles from './questions.module.css'
import { UnmatchedQuestion } from './unmatched.tsx'

/** What needs a person, before any table: what happened, the evidence, the effect, and one suggestion. */
export function Questions({ page, formKey }: { page: WeekPage; formKey: string }) {
  const t = useT()
  const open = deciding(page.questions)
  const known = informing(page.questions)
  if (page.drivers.length === 0 && open.length === 0) return null
  const calm = calmDrivers(page).length

  return (
    <section className={styles.section} aria-labelledby="questions">
      <header className={styles.head}>
        <h2 id="questions">
          {open.length > 0 ? t('page.week.questions.decide', { count: open.length }) : t('page.week.questions.none')}
        </h2>
        <p>{t('page.week.questions.calm', { count: calm })}</p>
      </header>
      {open.length > 0 ? (
        <ul className={styles.cards}>
          {open.map((question) => (
            <Card key={question.id} question={question} page={page} formKey={formKey} />
          ))}
        </ul>
      ) : null}
      {known.length > 0 ? (
        <details className={styles.known} open={open.length === 0 || known.length <= 3}>
          <summary>
            <Icon name="right" small />
            {t('page.week.questions.know', { count: known.length })}
          </summary>
          <ul className={styles.cards}>
            {known.map((question) => (
              <Card key={question.id} question={question} page={page} formKey={formKey} />
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  )
}

function Card({ question, page, formKey }: { question: Question; page: WeekPage; formKey: string }) {
  switch (question.kind) {
    case 'unmatched':
      return <UnmatchedQuestion question={question} week={page.name} formKey={formKey} />
    case 'no-terms':
      return <NoTerms question={question} />
    case 'changed':
      return <Changed question={question} week={page.name} />
    case 'iban':
      return <WrongIban question={question} week={page.name} approved={isApproved(page, question.driver.id)} />
    case 'source-missing':
      return <SourceMissing question={question} week={page.name} />
    case 'negative':
      return <Negative question={question} week={page.name} />
    case 'unusual':
      return <Unusual question={question} week={page.name} />
  }
}

function isApproved({ drivers }: WeekPage, id: string): boolean {
  return drivers.find((driver) => driver.id === id)?.state === 'approved'
}

type Of<Kind extends Question['kind']> = { question: Extract<Question, { kind: Kind }>; week: string }

function NoTerms({ question: { id, driver, total } }: Omit<Of<'no-terms'>, 'week'>) {
  const t = useT()
  const amount = formatMoney(total, t.language)
  return (
    <QuestionCard
      id={id}
      kind={t('page.week.questions.noTerms.kind')}
      title={t('page.week.questions.noTerms.title', { name: driver.name })}
      text={<p>{t('page.week.questions.noTerms.text', { amount })}</p>}
      effect={t('page.week.questions.noTerms.effect')}
      action={
        <LinkButton to={`/admin/drivers/${driver.id}/terms`} wide>
          {t('page.week.questions.noTerms.action')}
        </LinkButton>
      }
    />
  )
}

function Changed({ question: { id, driver, was, wouldBe, state }, week }: Of<'changed'>) {
  const t = useT()
  const canVoid = state === 'issued' || state === 'approved'
  const statement = `/admin/weekly/${week}/${driver.id}`
  return (
    <QuestionCard
      id={id}
      kind={t('page.week.questions.changed.kind')}
      title={t('page.week.questions.changed.title', { name: driver.name })}
      text={<p>{t(canVoid ? 'page.week.questions.changed.text' : 'page.week.questions.changed.textPaid')}</p>}
      effect={
        <>
          {t('page.week.questions.changed.effect')} <Effect from={was} to={wouldBe} />
        </>
      }
      action={
        canVoid ? (
          <LinkButton to={`${statement}/void`} wide>
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

function Effect({
  from,
  to,
}: {
  from: Parameters<typeof Money>[0]['cents']
  to: Parameters<typeof Money>[0]['cents']
}) {
  return (
    <b className={styles.change}>
      <Money cents={from} owed />
      <Icon name="arrow" small label="→" />
      <Money cents={to} owed />
    </b>
  )
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
        <LinkButton to={`/admin/drivers/${driver.id}/iban`} wide>
          {t(`page.week.questions.iban.action.${state}`)}
        </LinkButton>
      }
      alternatives={
        approved ? (
          <Link to={`/admin/weekly/${week}/${driver.id}/payment`}>{t('page.week.questions.iban.outside')}</Link>
        ) : null
      }
    />
  )
}

function SourceMissing({ question: { id, driver, sources, net, past }, week }: Of<'source-missing'>) {
  const t = useT()
  const names = sources.map((source) => t(`page.week.sourceNames.${source}`))
  const count = sources.length
  const words = { name: driver.name, count, source: names.join(t('page.week.questions.sourceMissing.and')) }
  return (
    <QuestionCard
      id={id}
      tone="know"
      kind={t('page.week.questions.sourceMissing.kind', words)}
      title={t('page.week.questions.sourceMissing.title', words)}
      text={<p>{t('page.week.questions.sourceMissing.text', words)}</p>}
      effect={
        <>
          {t('page.week.questions.changed.effect')}{' '}
          <b>
            <Money cents={net} owed />
          </b>
          {net < 0 ? `, ${t('page.week.questions.negative.effect').toLowerCase()}` : null}
        </>
      }
      figure={
        past.length > 0 ? (
          <Spark values={[...past, net]} tone="warn" width={168} label={t('page.week.questions.drawingPast')} />
        ) : null
      }
      action={<Look to={`/admin/weekly/${week}/${driver.id}`} words={t('page.week.questions.sourceMissing.action')} />}
    />
  )
}

function Negative({ question: { id, driver, net, earnings, past }, week }: Of<'negative'>) {
  const t = useT()
  const money = (cents: number) => formatMoney(cents, t.language)
  return (
    <QuestionCard
      id={id}
      tone="know"
      kind={t('page.week.questions.negative.kind')}
      title={t('page.week.questions.negative.title', { name: driver.name, amount: money(Math.abs(net)) })}
      text={<p>{t('page.week.questions.negative.text', { earnings: money(earnings) })}</p>}
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
          <Spark values={[...past, net]} tone="warn" width={168} label={t('page.week.questions.drawingPast')} />
        ) : null
      }
      action={<Look to={`/admin/weekly/${week}/${driver.id}`} words={t('page.week.questions.negative.action')} />}
    />
  )
}

function Unusual({ question: { id, driver, earnings, mean, deviation, past }, week }: Of<'unusual'>) {
  const t = useT()
  const language = useLanguage()
  const percent = signedPercent(deviation, language)
  return (
    <QuestionCard
      id={id}
      tone="know"
      kind={t(deviation < 0 ? 'page.week.questions.unusual.low' : 'page.week.questions.unusual.high', { percent })}
      title={t('page.week.questions.unusual.title', {
        name: driver.name,
        earnings: formatMoney(earnings, language),
        mean: formatMoney(mean, language),
      })}
      text={<p>{t('page.week.questions.unusual.text', { count: past.length })}</p>}
      figure={
        <Spark values={[...past, earnings]} tone="warn" width={168} label={t('page.week.questions.drawingPast')} />
      }
      action={<Look to={`/admin/weekly/${week}/${driver.id}`} words={t('page.week.questions.unusual.action')} />}
    />
  )
}

/** Whole percents with their sign: "−41 %". */
export function signedPercent(basisPoints: number, language: Parameters<typeof formatPercent>[1]): string {
  const whole = Math.round(basisPoints / 100) * 100
  return (whole > 0 ? '+' : '') + formatPercent(whole, language)
}

function Look({ to, words }: { to: string; words: string }) {
  return (
    <p className={styles.look}>
      <Link to={to}>
        {words}
        <Icon name="right" small />
      </Link>
    </p>
  )
}
