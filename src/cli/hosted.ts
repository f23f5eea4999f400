import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#db/client.server.ts'
import { type Cluster, joinCluster } from '#db/cluster.server.ts'
import { countAdmins } from '#features/accounts/queries.server.ts'
import { createSetupLink } from '#features/accounts/invitations/commands.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { forgetSettingsOfNobody, hostFolder } from '#platform/env.server.ts'
import { restrictToOwner } from '#platform/private-folder.ts'
import {
  HOST_NAME,
  OPERATOR_NAME,
  closeOperator,
  createOperator,
  deleteOperator,
  findOperator,
  listClosed,
  listOperators,
  operatorsIn,
  reopenOperator,
  settingsOf,
} from '../host/operators.server.ts'
import { make, restore } from './backups.ts'
import { type Answer, type Call, UsageError, needed } from './command.ts'

/** Answers the folder of the host. Throws `UsageError` where none is set. */
function folderOf(t: Translator): string {
  const folder = hostFolder()
  if (folder === null) throw new UsageError(t('cli.hosted.noHost'))
  return folder
}

async function withHost<Result>(
  t: Translator,
  work: (host: string, master: Cluster) => Promise<Result>,
): Promise<Result> {
  const host = folderOf(t)
  mkdirSync(operatorsIn(host), { recursive: true, mode: 0o700 })
  restrictToOwner(host)
  const cluster = await joinCluster(host)
  try {
    return await work(host, cluster)
  } finally {
    await (await import('#db/client.server.ts')).closeDatabase()
    await cluster.leave()
  }
}

/**
 * Makes this process the installation of one operator: settings that a host does not make for its operators count here
 * no more than in the site.
 */
function become(settings: Record<string, string>): void {
  forgetSettingsOfNobody()
  Object.assign(process.env, settings)
}

/** Runs any other command for one operator of a host (`--operator NAME`). */
export async function asOneOf(name: string, t: Translator, work: () => Promise<Answer>): Promise<Answer> {
  return await withHost(t, async (host, { ownerUrl }) => {
    const known = findOperator(host, name)
    if (!known) return refusedAnswer(t('cli.hosted.unknown', { name }))
    become(settingsOf(known, ownerUrl))
    return await work()
  })
}

const refusedAnswer = (text: string): Answer => ({
  json: { error: { code: 'hosted.refused', message: text, params: {} } },
  text,
  failed: true,
})

export async function create(call: Call): Promise<Answer> {
  const { args, options, t } = call
  const name = needed(args[0], t)
  const host = needed(options['host'], t).toLowerCase()
  if (!OPERATOR_NAME.test(name)) throw new UsageError(t('cli.hosted.badName', { name }))
  if (!HOST_NAME.test(host)) throw new UsageError(t('cli.hosted.badHost', { host }))
  const url = typeof options['url'] === 'string' ? options['url'].replace(/\/$/, '') : `https://${host}`
  if (!URL.canParse(url) || new URL(url).hostname !== host) throw new UsageError(t('cli.hosted.badUrl', { url, host }))
  return await withHost(t, async (folder, { ownerUrl }) => {
    if (findOperator(folder, name) || listClosed(folder).includes(name))
      return refusedAnswer(t('cli.hosted.taken', { name }))
    const other = listOperators(folder).find(({ hosts }) => hosts.includes(host))
    if (other) return refusedAnswer(t('cli.hosted.hostTaken', { host, name: other.name }))
    let restored: Answer | null = null
    const known = await createOperator(folder, ownerUrl, { name, hosts: [host], url }, async (settings) => {
      become(settings)
      if (options['from'] !== undefined) {
        const into = settings['VOLANTE_DATA'] ?? ''
        restored = await restore({ ...call, args: [needed(options['from'], t)], options: { ...options, into } })
      } else await openDatabase()
    })
    become(settingsOf(known, ownerUrl))
    const link = (await countAdmins()) === 0 ? url + (await createSetupLink(Temporal.Now.instant())) : null
    const result = restored as Answer | null
    return {
      json: { name, hosts: known.hosts, url, folder: known.folder, link, restored: result?.json ?? null },
      text: [
        ...(result ? [result.text] : []),
        t('cli.hosted.created', { name, url }),
        ...(link ? [t('cli.hosted.setup', { link })] : []),
      ].join('\n'),
      failed: result?.failed ?? false,
    }
  })
}

export async function list({ t }: Call): Promise<Answer> {
  const host = folderOf(t)
  const [all, closed] = [listOperators(host), listClosed(host)]
  return {
    json: { operators: all.map(({ name, hosts, url, folder }) => ({ name, hosts, url, folder })), closed },
    text: [
      ...all.map(({ name, url }) => `${name}  ${url}`),
      ...closed.map((name) => t('cli.hosted.isClosed', { name })),
      t('cli.hosted.count', { count: all.length }),
    ].join('\n'),
  }
}

export async function close(call: Call): Promise<Answer> {
  const { args, options, t } = call
  const name = needed(args[0], t)
  const deletes = options['delete']
  if (deletes !== undefined && deletes !== name) throw new UsageError(t('cli.hosted.sayName', { name }))
  return await withHost(t, async (host, { ownerUrl }) => {
    const known = findOperator(host, name)
    if (!known && !(deletes !== undefined && listClosed(host).includes(name)))
      return refusedAnswer(t('cli.hosted.unknown', { name }))
    let backup: Answer | null = null
    if (known) {
      const folder = await closeOperator(host, ownerUrl, known, async (settings) => {
        become(settings)
        backup = await make({ ...call, args: [], options: { to: options['to'] } })
        await (await import('#db/client.server.ts')).closeDatabase()
      })
      if (folder === null) return refusedAnswer(t('cli.hosted.busy', { name }))
    }
    const result = backup as Answer | null
    const folder = deletes === undefined ? join(host, 'closed', name) : await deleteOperator(host, ownerUrl, name)
    return {
      json: { name, folder, deleted: deletes !== undefined, backup: result?.json ?? null },
      text: [
        ...(result ? [result.text] : []),
        t(deletes === undefined ? 'cli.hosted.closed' : 'cli.hosted.deleted', { name, folder }),
      ].join('\n'),
      failed: result?.failed ?? false,
    }
  })
}

export async function reopen({ args, t }: Call): Promise<Answer> {
  const name = needed(args[0], t)
  return await withHost(t, async (host, { ownerUrl }) => {
    if (!OPERATOR_NAME.test(name) || !listClosed(host).includes(name))
      return refusedAnswer(t('cli.hosted.unknown', { name }))
    const { url, folder } = await reopenOperator(host, ownerUrl, name)
    return { json: { name, url, folder }, text: t('cli.hosted.reopened', { name, url }) }
  })
}
