import { withLocalServices } from '#demo/services/local.server.ts'
import type { Collected } from '#features/connections/runs/commands.server.ts'
import { listConnections, listRuns } from '#features/connections/queries.server.ts'
import { type Connection, type Provider, providerIn } from '#features/connections/schema.ts'
import { collectFrom } from '#features/imports/platform-reports/commands.server.ts'
import { formatInstant } from '#messages/dates.ts'
import type { Answer, Call } from './command.ts'

/** Shows which platforms are asked automatically, their state, and what the last run brought. */
export async function showConnections({ t }: Call): Promise<Answer> {
  const connections = await Promise.all(
    (await listConnections()).map(async (connection) => ({
      connection,
      run: (await listRuns(connection.provider, 1))[0],
    })),
  )
  return {
    json: {
      connections: connections.map(({ connection, run }) => ({
        name: connection.provider,
        state: stateOf(connection),
        since: connection.paused?.at ?? connection.since,
        every_hours: connection.everyHours,
        next_at: connection.paused ? null : connection.nextAt,
        collected: connection.collected,
        last_run: run
          ? {
              kind: run.kind,
              began_at: run.at,
              ended_at: run.endedAt,
              ...broughtOf(run),
              trouble: run.trouble,
              said: run.detail,
            }
          : null,
      })),
    },
    text:
      connections.length === 0
        ? t('cli.connectionsNone')
        : connections
            .map(({ connection }) =>
              [
                connection.provider,
                t(`page.connections.states.${stateOf(connection)}`),
                connection.collected
                  ? formatInstant(connection.collected.until, t.language)
                  : t('page.connections.never'),
              ].join('\t'),
            )
            .join('\n'),
  }
}

const stateOf = ({ state, paused }: Connection) => (paused ? ('paused' as const) : state)

/** Asks one platform, or each that is not paused, and waits until everything has come. */
export async function collectAll({ args, t }: Call): Promise<Answer> {
  const names = args[0] === undefined ? await listUnpaused() : [providerIn(args[0])]
  const now = Temporal.Now.instant()
  const collected = await withLocalServices(async () => {
    const done: { name: Provider; came: Collected }[] = []
    for (const name of names) done.push({ name, came: await collectFrom(name, { now, by: null }) })
    return done
  })
  return {
    json: {
      collected: collected.map(({ name, came }) => ({
        name,
        ...broughtOf(came),
        trouble: came.trouble,
        said: came.detail,
        lists: Object.fromEntries(
          Object.entries(came.lists).map(([list, { received, kept, refused }]) => [list, { received, kept, refused }]),
        ),
      })),
    },
    text: collected
      .map(({ name, came }) => {
        const result = came.trouble
          ? t(`page.connections.log.troubles.${came.trouble}`, { said: came.detail ?? '' })
          : t('page.connections.log.fine')
        return [name, came.received, came.kept, came.refused, result].join('\t')
      })
      .join('\n'),
    failed: collected.some(({ came }) => came.trouble !== null),
  }
}

async function listUnpaused(): Promise<Provider[]> {
  return (await listConnections()).filter(({ paused }) => !paused).map(({ provider }) => provider)
}

function broughtOf({ asked, received, kept, refused }: Pick<Collected, 'asked' | 'received' | 'kept' | 'refused'>) {
  return { asked, received, kept, refused }
}
