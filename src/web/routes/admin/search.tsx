import type { ReactNode } from 'react'
import { searchOffice } from '#features/search/queries.server.ts'
import { type Group, type SearchAnswer, readAsked } from '#features/search/schema.ts'
import { formatInstant, formatWeekDays, formatWeekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { listOf, shownOther } from '#web/parts/found-others.ts'
import { type FoundHelp, findHelp } from '#web/parts/found-help.server.ts'
import { shows } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import { findPages, type FoundPage } from '#web/shell/office-pages.ts'
import { Section } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { SideBySide, Links, Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/search.ts'
import { STATUS_TONES as DRIVER_TONES } from './drivers/tones.ts'
import { VEHICLE_TONES } from './vehicles/tones.ts'

export const loader = shows(async ({ request, context }: Route.LoaderArgs, { now, t }) => {
  const text = (new URL(request.url).searchParams.get('q') ?? '').trim()
  const terms = readAsked(text)
  if (!terms) return { text, answer: null }
  const user = requireUser(context)
  const pages = findPages(terms.words, user, t)
  // Search the program's own texts beside the fleet's records.
  const help = findHelp(terms.text, { language: t.language, answersOf: 'office', pages: findPages([], user, t) })
  return { text: terms.text, answer: { ...(await searchOffice(terms, now)), pages, help } }
})

/** One field for everything that the office looks up; the results stand in groups. */
export default function SearchScreen({ loaderData: { text, answer } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead title={t('page.search.title')} />
      {answer ? (
        <Page>
          <SearchField label={t('page.search.field')} />
          <Answer text={text} answer={answer} />
        </Page>
      ) : (
        <SideBySide>
          <SearchField label={t('page.search.field')} />
          <Hints tooShort={text !== ''} />
        </SideBySide>
      )}
    </>
  )
}

type Found = SearchAnswer & { pages: readonly FoundPage[]; help: FoundHelp }

function Answer({ text, answer }: { text: string; answer: Found }) {
  const t = useT()
  const { drivers, vehicles, weeks, files, others, isAlike } = answer
  const pages = { found: answer.pages, more: false }
  // Results that are only similar are shown only if there are no others.
  const help = answer.help.isAlike && !isAlike ? { ...answer.help, sections: [], answers: [] } : answer.help
  const helpCount = help.sections.length + help.answers.length
  const helpGroups = [allResults<unknown>(help.sections), allResults<unknown>(help.answers)]
  const groups: readonly Group<unknown>[] = [drivers, vehicles, weeks, ...others, files, pages, ...helpGroups]
  const count = groups.reduce((total, { found }) => total + found.length, 0)
  const isMore = groups.some(({ more }) => more)
  if (count === 0) {
    return (
      <EmptyState title={t('page.search.nothing', { text })}>
        <p>{t('page.search.nothingText')}</p>
      </EmptyState>
    )
  }
  return (
    <>
      <p>
        {t(isMore ? 'page.search.many' : 'page.search.results', { count, text })}
        {isAlike && count > pages.found.length + helpCount
          ? `. ${t(helpCount > 0 && !help.isAlike ? 'page.search.alikeInFleet' : 'page.search.alike')}`
          : ''}
      </p>
      <Results title={t('page.search.drivers')} group={drivers}>
        {drivers.found.map(({ id, name, ref, phone, maskedNif, ibanEnds, status, gone }) => (
          <Result key={id} icon="person" to={`/admin/drivers/${id}`} name={name}>
            {[
              ref,
              phone,
              maskedNif && t('page.search.nif', { nif: maskedNif }),
              ibanEnds && t('page.search.iban', { ends: ibanEnds }),
            ]
              .filter(Boolean)
              .join(' · ')}
            {gone ? (
              <State tone="todo">{t(`page.fleet.drivers.gone.${gone}`)}</State>
            ) : status === 'active' ? null : (
              <State tone={DRIVER_TONES[status] ?? 'info'}>{t.find(`page.fleet.status.${status}`)}</State>
            )}
          </Result>
        ))}
      </Results>
      <Results title={t('page.search.vehicles')} group={vehicles}>
        {vehicles.found.map(({ id, plate, model, driver, status }) => (
          <Result key={id} icon="car" to={`/admin/vehicles/${id}`} name={plate}>
            {[model, driver ?? t('page.search.noDriver')].filter(Boolean).join(' · ')}
            {status === 'active' ? null : (
              <State tone={VEHICLE_TONES[status] ?? 'info'}>{t.find(`page.fleet.vehicleStatus.${status}`)}</State>
            )}
          </Result>
        ))}
      </Results>
      <Results title={t('page.search.weeks')} group={weeks}>
        {weeks.found.map(({ week, name, statements, hasData }) => (
          <Result key={week} icon="receipt" to={`/admin/weekly/${name}`} name={formatWeekNumber(week, t.language)}>
            {formatWeekDays(week, t.language)} ·{' '}
            {statements > 0
              ? t('page.search.statements', { count: statements })
              : t(hasData ? 'page.search.noStatements' : 'page.search.noData')}
          </Result>
        ))}
      </Results>
      {others.map(({ noun, ...group }) => (
        <Results
          key={noun}
          title={t(`page.search.others.${noun}.title`)}
          group={group}
          list={isAlike ? null : listOf(noun, text)}
        >
          {group.found.map((found) => {
            const { to, icon, name, facts } = shownOther(found, t)
            return (
              <Result key={`${to}/${found.on}/${found.detail}`} icon={icon} to={to} name={name}>
                {facts.join(' · ')}
              </Result>
            )
          })}
        </Results>
      ))}
      <Results title={t('page.search.files')} group={files}>
        {files.found.map(({ id, name, source, at, undone }) => (
          <Result key={id} icon="document" to={`/admin/data/imports/${id}`} name={name}>
            {t('page.search.imported', {
              source: t.find(`page.week.sourceNames.${source}`) ?? source,
              at: formatInstant(at, t.language),
            })}
            {undone ? <State tone="todo">{t('page.search.undone')}</State> : null}
          </Result>
        ))}
      </Results>
      <Results title={t('page.search.pages')} group={pages}>
        {pages.found.map(({ to, name, facts, icon }) => (
          <Result key={to + name} icon={icon} to={to} name={name}>
            {facts}
          </Result>
        ))}
      </Results>
      <Results title={t('page.guide.title')} group={allResults(help.sections)}>
        {help.sections.map((section) => (
          <Result key={section.to} icon="book" to={section.to} name={section.title}>
            {section.chapter} · {section.line}
          </Result>
        ))}
      </Results>
      <Results title={t('page.guide.answers')} group={allResults(help.answers)}>
        {help.answers.map((helpAnswer) => (
          <Result key={helpAnswer.name} icon="help" to={helpAnswer.link.to} name={helpAnswer.asked}>
            {helpAnswer.text}
          </Result>
        ))}
      </Results>
    </>
  )
}

/** All results of a kind. */
function allResults<One>(found: readonly One[]): Group<One> {
  return { found, more: false }
}

type ResultsProps = {
  title: string
  group: Group<unknown>
  /** The list that has all of them. */
  list?: string | null
  children: ReactNode
}

function Results({ title, group, list = null, children }: ResultsProps) {
  const t = useT()
  if (group.found.length === 0) return null
  return (
    <Section title={title} aside={group.more ? `${group.found.length}+` : group.found.length}>
      <Items>{children}</Items>
      {!group.more ? null : list === null ? (
        <Words look="small">{t('page.search.more')}</Words>
      ) : (
        <Words look="small">
          <Link to={list}>{t('page.search.inList')}</Link>
        </Words>
      )}
    </Section>
  )
}

function Result({ icon, to, name, children }: { icon: IconName; to: string; name: ReactNode; children: ReactNode }) {
  return (
    <Item mark={<Icon name={icon} />} title={name} to={to}>
      <Links>{children}</Links>
    </Item>
  )
}

const HINTS = [
  { kind: 'driver', icon: 'person' },
  { kind: 'vehicle', icon: 'car' },
  { kind: 'week', icon: 'receipt' },
  { kind: 'other', icon: 'document' },
  { kind: 'file', icon: 'upload' },
  { kind: 'page', icon: 'home' },
] as const

function Hints({ tooShort }: { tooShort: boolean }) {
  const t = useT()
  return (
    <Section title={t('page.search.hints.title')}>
      {tooShort ? <Words>{t('page.search.tooShort')}</Words> : null}
      <Items>
        {HINTS.map(({ kind, icon }) => (
          <Item key={kind} mark={<Icon name={icon} />} title={t(`page.search.hints.${kind}`)}>
            <p>
              {t(`page.search.hints.${kind}Text`)} <small>{t(`page.search.hints.${kind}Example`)}</small>
            </p>
          </Item>
        ))}
      </Items>
      <Words look="small">
        {t('page.search.hints.slip')} {t('page.search.hints.key')}
      </Words>
    </Section>
  )
}
