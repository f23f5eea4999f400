import type { ReactNode } from 'react'
import type { DriverName } from '#domain/driver.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { useMayFollow } from '#web/place-power.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Dot, State } from '#web/ui/state.tsx'
import { NEED_SUBJECTS, type NeedShown } from '#features/weeks/overview/schema.ts'
import { WideOnly } from '#web/ui/layout.tsx'

type Props = {
  needs: readonly NeedShown[]
  isDriving: boolean
  /** Whether the open week above asks for something, which is then the first thing to do. */
  hasFirst: boolean
}

/**
 * Everything that waits for somebody, a sentence and an action each: the three most urgent in full, the others folded, a line for each
 * area.
 */
export function Needs({ needs, isDriving, hasFirst }: Props) {
  const t = useT()
  if (needs.length === 0) {
    return (
      <Items>
        <Item title={<State tone="ok">{t('page.overview.needs.calm.title')}</State>} heading="h2">
          <p>{t(isDriving ? 'page.overview.needs.calm.driving' : 'page.overview.needs.calm.text')}</p>
        </Item>
      </Items>
    )
  }
  const { first, areas } = byUrgency(needs)
  return (
    <Section title={t('page.overview.needs.title')} aside={t('page.overview.needs.count', { count: needs.length })}>
      <Stack>
        <NeedItems needs={first} isFirst={!hasFirst} />
        {areas.length > 0 ? (
          <Card part flush>
            {areas.map(({ subject, needs: some }) => (
              <Disclosure
                key={subject}
                summary={t(`page.overview.needs.subjects.${subject}`)}
                aside={t('page.overview.needs.count', { count: some.length })}
                open={some.some(({ late }) => late)}
              >
                <NeedItems needs={some} within />
              </Disclosure>
            ))}
          </Card>
        ) : null}
      </Stack>
    </Section>
  )
}

/** The needs shown in full, late ones before others, and the rest by area. One that would be folded alone stands with the first. */
const FIRST = 3

/** Sorts the needs: urgent ones first, late before others, the rest by area. One that would be folded alone stands with the first. */
export function byUrgency(needs: readonly NeedShown[]) {
  const sorted = [...needs.filter(({ late }) => late), ...needs.filter(({ late }) => !late)]
  const first = sorted.slice(0, sorted.length === FIRST + 1 ? sorted.length : FIRST)
  const rest = sorted.slice(first.length)
  const areas = NEED_SUBJECTS.map((subject) => ({ subject, needs: rest.filter((need) => need.subject === subject) }))
  return { first, areas: areas.filter(({ needs: some }) => some.length > 0) }
}

/** `within`: rows in a card of their own, each of which is a link as a whole. */
function NeedItems({
  needs,
  isFirst = false,
  within = false,
}: {
  needs: readonly NeedShown[]
  isFirst?: boolean
  within?: boolean
}) {
  return (
    <Items ordered look={within ? 'rows' : 'cards'}>
      {needs.map(({ key, ...need }, place) =>
        within ? (
          <NeedRow key={key} {...need} />
        ) : (
          <Item
            key={key}
            title={need.what}
            mark={<LateDot {...need} />}
            acts={
              <LinkButton kind={place === 0 && isFirst ? 'primary' : 'outlined'} to={need.to}>
                {need.action}
              </LinkButton>
            }
          >
            <NeedDetail {...need} />
          </Item>
        ),
      )}
    </Items>
  )
}

/** A need as a row that links to the place of its answer, for readers who may answer there. */
function NeedRow(need: Omit<NeedShown, 'key'>) {
  const { what, action, to } = need
  const mayFollow = useMayFollow(to)
  return (
    <Item
      title={what}
      heading="h4"
      mark={<LateDot {...need} />}
      {...(mayFollow
        ? {
            to,
            acts: (
              <>
                <WideOnly>{action}</WideOnly>
                <Icon name="right" small />
              </>
            ),
          }
        : {})}
    >
      <NeedDetail {...need} />
    </Item>
  )
}

function LateDot({ late }: Pick<NeedShown, 'late'>) {
  return <Dot tone={late ? 'bad' : 'warn'} />
}

function NeedDetail({ detail, named }: Pick<NeedShown, 'detail' | 'named'>) {
  return (
    <p>
      {detail}
      {named ? <Names {...named} /> : null}
    </p>
  )
}

/** The first drivers by name, each with a link to the record. */
function Names({ count, drivers }: { count: number; drivers: readonly DriverName[] }): ReactNode {
  const t = useT()
  const more = count - drivers.length
  return (
    <>
      {drivers.map(({ id, name }, place) => (
        <span key={id}>
          {place > 0 ? ', ' : ' '}
          <Link to={`/admin/drivers/${id}`}>{name}</Link>
        </span>
      ))}
      {more > 0 ? ` ${t('page.overview.needs.more', { count: more })}` : null}
    </>
  )
}
