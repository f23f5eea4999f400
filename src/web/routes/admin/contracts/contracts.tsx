import { driversApart, namesApart } from '#domain/driver.ts'
import { readNumber } from '#domain/record-id.ts'
import { useSearchParams } from 'react-router'
import { listPreparations } from '#features/contracts/preparations/queries.server.ts'
import { listEnding } from '#features/contracts/queries.server.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { listPage } from '#web/list-page.server.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { useMayFollow } from '#web/place-power.ts'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Links, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/contracts.ts'
import { CONTRACTS } from './contract-list.tsx'
import { dayAt, listWithoutContract, listedContracts } from './listed.server.ts'

export const loader = shows(async (args: Route.LoaderArgs, asking) => {
  const today = dayAt(asking.now)
  const [without, ending, waiting] = await Promise.all([
    listWithoutContract(asking.now),
    listEnding(today),
    listPreparations(asking.now),
  ])
  return {
    listed: await listPage(CONTRACTS, listedContracts(asking.now), args, asking),
    without: namesApart(without).map(({ name }) => name),
    waiting: namesApart(waiting).map(({ driver, name, kind, language, open }) => ({
      name,
      open,
      choice: { driver, kind, language },
    })),
    ending: driversApart(ending).map(({ id, number, driver, endsOn }) => ({
      id,
      number,
      name: driver.name,
      endsOn: endsOn ?? '',
    })),
  }
})

/** The result of the last bulk act. */
function Several() {
  const t = useT()
  const [query] = useSearchParams()
  const words = (['made', 'leftOut', 'sent'] as const).flatMap((what) => {
    const count = readNumber(query.get(what === 'leftOut' ? 'left' : what))
    return Number.isInteger(count) && count > 0 ? [t(`page.contractsOfSeveral.${what}`, { count })] : []
  })
  return words.length > 0 ? <Done>{words.join(' ')}</Done> : null
}

/** Names shown before the rest is only counted. */
const SAID = 3

/** The contracts of the fleet, and the drivers without one. */
export default function ContractsScreen({ loaderData: { listed, without, waiting, ending } }: Route.ComponentProps) {
  const t = useT()
  const mayWrite = useMayFollow('/admin/contracts/new')
  const more = without.length - SAID
  const names = [...without.slice(0, SAID), ...(more > 0 ? [t('page.contracts.andMore', { count: more })] : [])]
  return (
    <ListScreen
      of={CONTRACTS}
      shown={listed}
      subtitle={t('page.contracts.subtitle')}
      actions={
        <>
          <LinkButton to="/admin/contracts/templates">{t('page.contractTemplates.title')}</LinkButton>
          <LinkButton to="/admin/contracts/new" kind="primary" icon="plus">
            {t('page.contracts.add')}
          </LinkButton>
        </>
      }
      after={<Words look="small">{t('page.contracts.lawyer')}</Words>}
    >
      <Several />
      {without.length > 0 ? (
        <Notice tone="warn">{t('page.contracts.without', { count: without.length, names: names.join(', ') })}</Notice>
      ) : null}
      {waiting.length > 0 && mayWrite ? (
        <Notice tone="info">
          <Disclosure level="line" summary={t('page.contracts.preparations.title', { count: waiting.length })}>
            <Links>
              {waiting.map(({ name, open, choice }) => (
                <Link
                  key={`${choice.driver} ${choice.kind}`}
                  to={`/admin/contracts/new?${new URLSearchParams(choice)}`}
                >
                  {open.length > 0
                    ? t('page.contracts.preparations.lacks', {
                        name,
                        names: open.map((placeholder) => t(`page.contracts.placeholders.${placeholder}`)).join(', '),
                      })
                    : t('page.contracts.preparations.ready', { name })}
                </Link>
              ))}
            </Links>
          </Disclosure>
        </Notice>
      ) : null}
      {ending.length > 0 ? (
        <Notice tone="info">
          <Disclosure level="line" summary={t('page.contracts.ending', { count: ending.length })}>
            <Links>
              {ending.slice(0, SAID).map(({ id, number, name, endsOn }) => (
                <Link key={id} to={`/admin/contracts/${id}`}>
                  {t('page.contracts.endingOne', { number, name, day: formatDayShort(endsOn, t.language) })}
                </Link>
              ))}
              {ending.length > SAID ? (
                <Link to="/admin/contracts?view=ending">
                  {t('page.contracts.andMore', { count: ending.length - SAID })}
                </Link>
              ) : null}
            </Links>
          </Disclosure>
        </Notice>
      ) : null}
    </ListScreen>
  )
}
