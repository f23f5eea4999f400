import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Refusal } from '#domain/refusal.ts'
import { loadFleet } from '#features/roster/commands.server.ts'
import { type Answer, type Call, needed } from './command.ts'
import { makeChange } from './work.ts'

// `test/crash.test.ts` kills this command while it works: this file and the files it depends on are under the kills in
// `slow/held.ts`.

export async function loadFleetFile({ args, options, t, fromCaller }: Call): Promise<Answer> {
  const path = needed(args[0], t)
  const roster: unknown = JSON.parse(await readFile(fromCaller(path), 'utf8'))
  const terms = options['terms'] === 'plain' ? 'plain' : 'keep'
  const loaded = await makeChange('fleet.load', (change) =>
    loadFleet(change, roster, { terms, merge: options['merge'] === true }),
  ).catch((error: unknown) => {
    throw error instanceof Refusal ? new Refusal(error.code, { ...error.params, file: basename(path) }) : error
  })
  return {
    json: loaded,
    text: [
      t('cli.fleetLoaded', {
        drivers: loaded.drivers.added,
        vehicles: loaded.vehicles.added,
        assignments: loaded.assignments.added,
      }),
      ...loaded.warnings.map(({ code, ...params }) => t(`page.fleet.load.warnings.${code}`, params)),
    ].join('\n'),
  }
}
