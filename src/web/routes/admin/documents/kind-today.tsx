import type { PaperKind } from '#domain/paper.ts'
import type { Deadline } from '#features/papers/deadlines/schema.ts'
import type { Lacking } from '#features/papers/readiness/schema.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Words } from '#web/ui/layout.tsx'
import { State } from '#web/ui/state.tsx'
import { TONES, hrefOf, urgencyOf } from './deadlines-list.tsx'

/** Papers shown beside the form; the others are one press away. */
const SHOWN = 8

type Props = { kind: PaperKind; lacking: readonly Lacking[]; deadlines: readonly Deadline[] }

/** Beside the form of a kind: whose paper is missing today, and whose ends soon. */
export function KindToday({ kind, lacking, deadlines }: Props) {
  const t = useT()
  const known = new Set(deadlines.map(({ ofId }) => ofId))
  const without = lacking.filter(({ id }) => !known.has(id))
  const isNeeded = kind.needed.drive || kind.needed.assign || kind.needed.pay
  const rows = [
    ...deadlines.map((deadline) => {
      const urgency = urgencyOf(deadline)
      return {
        key: deadline.id,
        to: hrefOf(deadline),
        name: deadline.of,
        on: deadline.on,
        state: <State tone={TONES[urgency]}>{t(`page.papers.deadlines.standings.${urgency}`)}</State>,
      }
    }),
    ...without.map(({ id, name }) => ({
      key: id ?? 'company',
      to: hrefOf({ holder: kind.holder, ofId: id }),
      name,
      on: null,
      state: <State tone={isNeeded ? 'bad' : 'todo'}>{t('page.papers.looks.missing')}</State>,
    })),
  ]
  const list = (some: typeof rows) => (
    <Items>
      {some.map(({ key, to, name, on, state }) => (
        <Item key={key} to={to} title={name || t('page.papers.deadlines.company')} aside={state}>
          {on ? t('page.papers.facts.until', { day: formatDayShort(on, t.language) }) : null}
        </Item>
      ))}
    </Items>
  )
  return (
    <Section
      title={t('page.papers.kinds.today.title')}
      aside={
        kind.holder === 'company' || lacking.length === 0
          ? null
          : t('page.papers.kinds.today.count', { count: lacking.length })
      }
    >
      <Stack>
        {rows.length === 0 ? <Words look="soft">{t('page.papers.kinds.today.nothing')}</Words> : null}
        {rows.length > 0 ? list(rows.slice(0, SHOWN)) : null}
        {rows.length > SHOWN ? (
          <Disclosure summary={t('page.papers.kinds.today.more', { count: rows.length - SHOWN })}>
            {list(rows.slice(SHOWN))}
          </Disclosure>
        ) : null}
      </Stack>
    </Section>
  )
}
