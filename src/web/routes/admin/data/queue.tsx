import type { UnmatchedQuestion } from '#features/weeks/unmatched/schema.ts'
import { formatInstant, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { isNewcomer } from '#web/parts/is-newcomer.ts'
import { lineLink } from '#web/parts/line-link.ts'
import { Money } from '#web/parts/money.tsx'
import { Post } from '#web/parts/post.tsx'
import { sourceName } from '#web/parts/source-name.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { SubmitButton } from '#web/ui/form.tsx'
import styles from './queue.module.css'
import { showKey } from './key-words.ts'

type Owners = {
  drivers: readonly { id: string; ref: string; name: string }[]
  vehicles: readonly { id: string; plate: string }[]
}
type Props = { questions: readonly UnmatchedQuestion[]; asked: number; owners: Owners }

/** Rows nobody claims, one question per cause, over all weeks. */
export function Queue({ questions, asked, owners }: Props) {
  const t = useT()
  const unknown = questions.filter(isNewcomer).length
  return (
    <Section title={t('page.data.queue.title')} aside={t('page.data.queue.count', { count: asked })}>
      <p className={styles.intro}>{t('page.data.queue.intro')}</p>
      {unknown > 1 ? (
        <p className={styles.intro}>
          <LinkButton to="/admin/data/newcomers">{t('page.exceptions.newcomers')}</LinkButton>
        </p>
      ) : null}
      <ul className={styles.queue} id="unmatched">
        {questions.map((question) => (
          <li key={question.id}>
            <QuestionRow question={question} owners={owners} />
          </li>
        ))}
      </ul>
      {asked > questions.length ? (
        <p className={styles.intro}>{t('page.data.queue.many', { count: questions.length })}</p>
      ) : null}
    </Section>
  )
}

function QuestionRow({ question, owners }: { question: UnmatchedQuestion; owners: Owners }) {
  const t = useT()
  const { reason, key, rows, count, total } = question
  const words = showKey(t, question.source, key)
  const name = question.vehicle?.plate ?? words.value
  return (
    <article className={styles.question} aria-labelledby={question.id}>
      <div className={styles.what}>
        <p className={styles.kind}>{t(`page.week.questions.unmatched.${reason}`)}</p>
        <h3 id={question.id}>
          {rows[0]?.label && reason === 'unknown-driver' ? rows[0].label : name}
          <span>
            {t('page.data.queue.rows', { count })}, {formatMoney(total, t.language)}
          </span>
        </h3>
        <p className={styles.key}>
          {sourceName(t, question)}, {words.kind} <span className="num">{words.value}</span>
        </p>
        <RowsTable question={question} name={name} />
      </div>
      <Answer question={question} owners={owners} />
    </article>
  )
}

function RowsTable({ question: { rows, count }, name }: { question: UnmatchedQuestion; name: string }) {
  const t = useT()
  const language = useLanguage()
  return (
    <>
      <table className={styles.rows}>
        <caption className="visually-hidden">{t('page.data.queue.caption', { key: name })}</caption>
        <thead className="visually-hidden">
          <tr>
            {(['when', 'what', 'where', 'amount'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`page.data.queue.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {row.at ? (
                  <time dateTime={row.at}>{formatInstant(row.at, language)}</time>
                ) : (
                  t('page.data.queue.week', { number: weekNumber(row.week) })
                )}
              </th>
              <td>{row.place ?? row.label}</td>
              <td>
                <Link
                  to={lineLink(row)}
                  title={row.file}
                  aria-label={t('common.lineOf', { file: row.file, line: row.line })}
                >
                  {t('page.data.queue.line', { line: row.line })}
                </Link>
              </td>
              <td>
                <Money cents={row.amount} look="bare" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > rows.length ? (
        <p className={styles.key}>{t('page.data.queue.more', { count: count - rows.length })}</p>
      ) : null}
    </>
  )
}

function Answer({ question, owners }: { question: UnmatchedQuestion; owners: Owners }) {
  const t = useT()
  const { reason, vehicle, rows, suggestion } = question
  const row = rows[0]?.id ?? ''
  if (reason === 'no-driver-at-that-time') {
    return (
      <div className={styles.answer}>
        <LinkButton to={`/admin/vehicles/${vehicle?.id ?? ''}/drivers`}>
          {t('page.data.queue.sayWho', { plate: vehicle?.plate ?? '' })}
        </LinkButton>
        <p className={styles.key}>{t('page.data.queue.sayWhoText')}</p>
      </div>
    )
  }
  const isDriver = reason === 'unknown-driver'
  const suggested =
    suggestion && ('driver' in suggestion ? `driver:${suggestion.driver.id}` : `vehicle:${suggestion.vehicle.id}`)
  return (
    <div className={styles.answer}>
      <Post to={`/admin/data/keys?row=${row}`} className={styles.form}>
        <label htmlFor={`owner-${row}`}>{t('page.data.queue.owner')}</label>
        <select id={`owner-${row}`} name="owner" required defaultValue={suggested ?? ''}>
          <option value="">{t('page.data.queue.choose')}</option>
          {reason === 'unknown-plate' ? null : (
            <optgroup label={t('page.data.queue.drivers')}>
              {owners.drivers.map(({ id, name, ref }) => (
                <option key={id} value={`driver:${id}`}>
                  {name} · {ref}
                </option>
              ))}
            </optgroup>
          )}
          {isDriver ? null : (
            <optgroup label={t('page.data.queue.vehicles')}>
              {owners.vehicles.map(({ id, plate }) => (
                <option key={id} value={`vehicle:${id}`}>
                  {t('page.data.queue.vehicle', { plate })}
                </option>
              ))}
            </optgroup>
          )}
          <option value="company">{t('page.data.queue.company')}</option>
        </select>
        <SubmitButton kind="outlined">{t('page.data.queue.submit')}</SubmitButton>
      </Post>
      <Link to={`/admin/data/keys/${isDriver ? 'driver' : 'vehicle'}?row=${row}`} className={styles.create}>
        {t(isDriver ? 'page.data.queue.createDriver' : 'page.data.queue.createVehicle')}
      </Link>
    </div>
  )
}
