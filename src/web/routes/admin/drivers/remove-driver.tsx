import { href } from 'react-router'
import { z } from 'zod'
import { removeDriver, restoreDriver } from '#features/fleet/drivers/commands.server.ts'
import { type RemovedKey, getDriver, listRemovedKeys, listTies } from '#features/fleet/drivers/queries.server.ts'
import { driverRemoval } from '#features/fleet/drivers/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Actions, RecordFields } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/remove-driver.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const driver = await getDriver(params.id)
  const { id, name } = driver
  const isRemoved = driver.removedAt !== null
  const [ties, names] = await Promise.all([listTies(id), isRemoved ? listRemovedKeys(driver) : []])
  return { id, name, isRemoved, ties, names }
})

const removalInput = z.union([z.object({ intent: z.literal('restore') }), driverRemoval.input])

export const action = saves(
  ({ intent }) => `driver.${intent}`,
  removalInput,
  async (change, input, { params }: Route.ActionArgs) => {
    if (input.intent === 'restore') {
      await restoreDriver(change, params.id)
      return withDone(href('/admin/drivers/:id', params), 'restored')
    }
    await removeDriver(change, params.id, input.reason)
    return `${href('/admin/drivers/:id/removal', params)}?done=away`
  },
)

/** Removes a record made by mistake, as long as nothing refers to the driver; it can be restored. */
export default function RemoveDriverScreen({ loaderData }: Route.ComponentProps) {
  return loaderData.isRemoved ? <Restore of={loaderData} /> : <Remove of={loaderData} />
}

type Of = { of: Route.ComponentProps['loaderData'] }

function Restore({ of: { name, names } }: Of) {
  const t = useT()
  return (
    <SmallAct
      facts={{ driver: name }}
      question={t('page.merges.removal.away')}
      effect={t('page.merges.removal.awayText')}
      buttonWords={t('page.merges.removal.restore')}
      kind="primary"
    >
      <input type="hidden" name="intent" value="restore" />
      {names.length > 0 ? <Names names={names} /> : null}
    </SmallAct>
  )
}

function Remove({ of: { id, name, ties } }: Of) {
  const t = useT()
  return (
    <SmallAct
      facts={{ driver: name }}
      question={t('page.merges.removal.title')}
      effect={t('page.merges.removal.text')}
      buttonWords={t('page.merges.removal.submit')}
      kind="primary"
      barred={ties.length > 0 ? <TiesOfDriver id={id} name={name} ties={ties} /> : null}
    >
      <input type="hidden" name="intent" value="remove" />
      <RecordFields of={driverRemoval} />
    </SmallAct>
  )
}

/** The data that refer to the driver, and two other ways: merge or leave. */
function TiesOfDriver({ id, name, ties }: Pick<Route.ComponentProps['loaderData'], 'id' | 'name' | 'ties'>) {
  const t = useT()
  return (
    <Notice tone="warn" title={t('page.merges.removal.blocked', { driver: name })}>
      <ul>
        {ties.map(({ tie, count }) => (
          <li key={tie}>{t(`page.merges.removal.ties.${tie}`, { count })}</li>
        ))}
      </ul>
      <Actions>
        <LinkButton to={`/admin/drivers/${id}/departure/new`} kind="text">
          {t('page.merges.removal.leave')}
        </LinkButton>
        <LinkButton to={`/admin/drivers/${id}/merge`} kind="text">
          {t('page.merges.removal.merge')}
        </LinkButton>
      </Actions>
    </Notice>
  )
}

/** The keys that a restored record gets back, and those that somebody else has by now. */
function Names({ names }: { names: readonly RemovedKey[] }) {
  const t = useT()
  return (
    <ul>
      {names.map(({ source, key: { kind, value }, owner }) => {
        const name = `${t.find(`page.fleet.keyNames.${source}:${kind}`) ?? t('page.fleet.keyNames.other')}: ${value}`
        return (
          <li key={`${source} ${kind} ${value}`}>
            {owner === null
              ? t('page.merges.removal.comesBack', { name })
              : t('page.merges.removal.staysWith', { name, owner })}
          </li>
        )
      })}
    </ul>
  )
}
