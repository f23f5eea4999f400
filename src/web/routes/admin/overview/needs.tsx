import type { ReactNode } from 'react'
import type { DriverName } from '#domain/driver.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Dot, State } from '#web/ui/state.tsx'
import type { NeedShown } from '#features/weeks/overview/schema.ts'

type Props = {
  needs: readonly NeedShown[]
  isDriving: boolean
  /** Whether the open week above asks for something: then that is the first thing to do. */
  hasFirst: boolean
}

/** What waits for somebody: one sentence and one action each, the most urgent on top. */
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
  return (
    <Section title={t('page.overview.needs.title')} aside={t('page.overview.needs.count', { count: needs.length })}>
      <Items ordered>
        {needs.map(({ key, what, of, act, to, late, named }, place) => (
          <Item
            key={key}
            title={what}
            mark={<Dot tone={late ? 'bad' : 'warn'} />}
            acts={
              <LinkButton kind={place === 0 && !hasFirst ? 'primary' : 'outlined'} to={to}>
                {act}
              </LinkButton>
            }
          >
            <p>
              {of}
              {named ? <Names {...named} /> : null}
            </p>
          </Item>
        ))}
      </Items>
    </Section>
  )
}

/** The first of them by name, each with a way to the record. */
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
