import type { UnmatchedQuestion } from '#features/weeks/unmatched/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { firstOfMany } from '#web/parts/first-of-many.ts'
import { isNewcomer } from '#web/parts/is-newcomer.ts'
import { lineLink } from '#web/parts/line-link.ts'
import { Money } from '#web/parts/money.tsx'
import { Post } from '#web/parts/post.tsx'
import { sourceName } from '#web/parts/source-name.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { SelectField } from '#web/ui/fields.tsx'
import { SubmitButton, Actions, ShortForm } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { Dot } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { showKey } from './key-words.ts'

type Owners = {
  drivers: readonly { id: string; ref: string; name: string }[]
  vehicles: readonly { id: string; plate: string }[]
}
type Props = { questions: readonly UnmatchedQuestion[]; asked: number; owners: Owners }

/** Rows that nobody claims, one question per cause, over all weeks. */
export function Queue({ questions, asked, owners }: Props) {
  const t = useT()
  const unknown = questions.filter(isNewcomer).length
  const recognised = questions.filter(({ suggestion }) => suggestion !== null).length
  const [first, rest] = firstOfMany(questions)
  return (
    <Section title={t('page.data.queue.title')} aside={t('page.data.queue.count', { count: asked })}>
      <div id="unmatched">
        <Page>
          <Words>{t('page.data.queue.intro')}</Words>
          {recognised > 1 || unknown > 1 ? (
            <Actions>
              {recognised > 1 ? (
                <LinkButton to="/admin/data/recognised">{t('page.recognised.act', { count: recognised })}</LinkButton>
              ) : null}
              {unknown > 1 ? (
                <LinkButton to="/admin/data/newcomers">{t('page.exceptions.newcomers')}</LinkButton>
              ) : null}
            </Actions>
          ) : null}
          <Rows questions={first} owners={owners} />
          {rest.length > 0 ? (
            <Disclosure summary={t('page.data.queue.rest', { count: rest.length })}>
              <Rows questions={rest} owners={owners} />
            </Disclosure>
          ) : null}
          {asked > questions.length ? <Words>{t('page.data.queue.many', { count: questions.length })}</Words> : null}
        </Page>
      </div>
    </Section>
  )
}

function Rows({ questions, owners }: Pick<Props, 'questions' | 'owners'>) {
  return (
    <Items>
      {questions.map((question) => (
        <QuestionRow key={question.id} question={question} owners={owners} />
      ))}
    </Items>
  )
}

function QuestionRow({ question, owners }: { question: UnmatchedQuestion; owners: Owners }) {
  const t = useT()
  const { reason, key, rows, count, total } = question
  const words = showKey(t, question.source, key)
  const name = question.vehicle?.plate ?? words.value
  return (
    <Item
      mark={<Dot tone="warn" />}
      title={rows[0]?.label && reason === 'unknown-driver' ? rows[0].label : name}
      aside={
        <span>
          {t('page.data.queue.rows', { count })}, {formatMoney(total, t.language)}
        </span>
      }
      acts={<Answer question={question} owners={owners} />}
      under={
        <>
          <Table
            caption={t('page.data.queue.caption', { key: name })}
            rows={rows}
            rowKey={({ id }) => id}
            columns={columns(t)}
            phone="lines"
          />
          {count > rows.length ? (
            <Words look="small">{t('page.data.queue.more', { count: count - rows.length })}</Words>
          ) : null}
        </>
      }
    >
      <small>
        {t(`page.week.questions.unmatched.${reason}`)} · {sourceName(t, question)}, {words.kind} {words.value}
      </small>
    </Item>
  )
}

function columns(t: Translator): Column<UnmatchedQuestion['rows'][number]>[] {
  return [
    {
      head: t('page.data.queue.columns.when'),
      cell: ({ at, week }) =>
        at ? (
          <time dateTime={at}>{formatInstant(at, t.language)}</time>
        ) : (
          t('page.data.queue.week', { number: weekNumber(week) })
        ),
    },
    { head: t('page.data.queue.columns.what'), cell: ({ place, label }) => place ?? label },
    {
      head: t('page.data.queue.columns.where'),
      cell: (row) => (
        <Link to={lineLink(row)} title={row.file} aria-label={t('common.lineOf', { file: row.file, line: row.line })}>
          {t('page.data.queue.line', { line: row.line })}
        </Link>
      ),
    },
    {
      head: t('page.data.queue.columns.amount'),
      number: true,
      cell: ({ amount }) => <Money cents={amount} look="bare" />,
    },
  ]
}

function Answer({ question, owners }: { question: UnmatchedQuestion; owners: Owners }) {
  const t = useT()
  const { reason, vehicle, rows, suggestion } = question
  const row = rows[0]?.id ?? ''
  if (reason === 'no-driver-at-that-time') {
    return (
      <>
        <LinkButton to={`/admin/vehicles/${vehicle?.id ?? ''}/drivers`}>
          {t('page.data.queue.sayWho', { plate: vehicle?.plate ?? '' })}
        </LinkButton>
        <Words look="small">{t('page.data.queue.sayWhoText')}</Words>
      </>
    )
  }
  const isDriver = reason === 'unknown-driver'
  const suggested =
    suggestion && ('driver' in suggestion ? `driver:${suggestion.driver.id}` : `vehicle:${suggestion.vehicle.id}`)
  return (
    <>
      <Post to={`/admin/data/keys?row=${row}`}>
        <ShortForm>
          <SelectField
            name="owner"
            label={t('page.data.queue.owner')}
            empty={t('page.data.queue.choose')}
            defaultValue={suggested ?? ''}
            options={[
              ...(reason === 'unknown-plate'
                ? []
                : owners.drivers.map(({ id, name, ref }) => ({
                    value: `driver:${id}`,
                    label: `${name} · ${ref}`,
                    group: t('page.data.queue.drivers'),
                  }))),
              ...(isDriver
                ? []
                : owners.vehicles.map(({ id, plate }) => ({
                    value: `vehicle:${id}`,
                    label: t('page.data.queue.vehicle', { plate }),
                    group: t('page.data.queue.vehicles'),
                  }))),
              { value: 'company', label: t('page.data.queue.company') },
              ...(isDriver ? [] : [{ value: 'company-always', label: t('page.data.queue.companyAlways') }]),
            ]}
            required
          />
          <SubmitButton kind="outlined">{t('page.data.queue.submit')}</SubmitButton>
        </ShortForm>
      </Post>
      <LinkButton to={`/admin/data/keys/${isDriver ? 'driver' : 'vehicle'}?row=${row}`} kind="text">
        {t(isDriver ? 'page.data.queue.createDriver' : 'page.data.queue.createVehicle')}
      </LinkButton>
    </>
  )
}
