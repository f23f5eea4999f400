import { mkdirSync } from 'node:fs'
import { type RequestListener, type Server, createServer } from 'node:http'
import { claimSite } from '#db/claim.server.ts'
import { watchCluster } from '#db/client.server.ts'
import { joinCluster } from '#db/cluster.server.ts'
import { translator } from '#messages/translate.ts'
import { log } from '#platform/log.ts'
import type { Figure } from '#platform/metrics.ts'
import { type Operator, becomeHost } from '#platform/operator.ts'
import { restrictToOwner } from '#platform/private-folder.ts'
import { type Awake, HostedOperators, LIMITS, type Limits } from './hosted-operators.server.ts'
import { listServed, markOfOperators, operatorsIn, settingsOf } from './operators.server.ts'

export type Host = { server: Server; gauges: () => readonly Figure[]; end: () => Promise<void> }

/** Thrown when another process serves this host. */
export class HostTaken extends Error {}

/** Milliseconds between two checks for due work and for changes by the command line. */
const LOOK = 1_000

/** Whether a path is the event stream of a page, which waits for news and never ends by itself. */
export function isStream(path: string): boolean {
  return /^(\/en)?\/api\/auth\/events(\?|$)/.test(path)
}

/**
 * Opens a host: its cluster, its operators, all of them asleep, and the function that answers requests. `wake` is
 * called for an operator and answers how it is served from then on.
 */
export async function openHost(
  folder: string,
  wake: (operator: Operator) => Promise<Awake<RequestListener>>,
  limits: Limits = LIMITS,
): Promise<Host> {
  mkdirSync(operatorsIn(folder), { recursive: true, mode: 0o700 })
  restrictToOwner(folder)
  const cluster = await joinCluster(folder)
  // This connection also shows that the cluster is in use while all operators sleep: otherwise a command that ends
  // would stop it.
  const claim = await claimSite({ url: async () => cluster.ownerUrl })
  if (!claim) {
    await cluster.leave()
    throw new HostTaken()
  }
  const beOne = becomeHost()
  const operators = new HostedOperators(wake, (known) => settingsOf(known, cluster.ownerUrl), limits)
  let mark = 0
  const readAgain = async () => {
    const now = markOfOperators(folder)
    if (now === mark) return
    mark = now
    await operators.know(listServed(folder))
  }
  await readAgain()
  let looked: Promise<void> | null = null
  const look = async () => {
    try {
      await readAgain()
      await operators.look()
    } catch (error) {
      log.error({ err: error }, 'the operators of the host could not be looked after')
    }
  }
  const lookOnce = () => {
    looked ??= look().finally(() => (looked = null))
  }
  const looking = setInterval(lookOnce, LOOK).unref()
  const watching = watchCluster(cluster)
  return {
    server: createServer(listenerOf(operators)),
    gauges: () => gaugesOf(operators.counts()),
    end: async () => {
      clearInterval(looking)
      clearInterval(watching)
      await looked
      await operators.end()
      beOne()
      await claim.leave()
      await cluster.leave()
    },
  }
}

function gaugesOf({ known, awake, waking }: { known: number; awake: number; waking: number }): Figure[] {
  const help = 'Operators of this host, by whether they are awake.'
  return [
    { name: 'volante_host_operators', help, value: awake, labels: { state: 'awake' } },
    { name: 'volante_host_operators', help, value: known - awake, labels: { state: 'asleep' } },
    { name: 'volante_host_waking', help: 'Operators that are waking.', value: waking },
  ]
}

/** Answers requests: the Host header names the operator. The host itself answers only its health checks. */
function listenerOf(operators: HostedOperators<RequestListener>): RequestListener {
  return (incoming, outgoing) => {
    const host = (incoming.headers.host ?? '').toLowerCase().replace(/:\d+$/, '')
    const say = (status: number, text: string, headers: Record<string, string> = {}) =>
      outgoing
        .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers })
        .end(text)
    if (!operators.has(host)) {
      const { known, awake } = operators.counts()
      if (incoming.url === '/livez') say(200, 'ok')
      else if (incoming.url === '/readyz') say(200, `ready, ${awake} of ${known} awake`)
      else say(421, bothWords('cli.hosted.unknownHost'), { connection: 'close' })
      return
    }
    const waits = isStream(incoming.url ?? '')
    const ended = new Promise<void>((over) => outgoing.once('close', over))
    const serve = async () => {
      const isServed = await operators.at(host, { isStream: waits, ended }, (answer) => {
        answer(incoming, outgoing)
        return true
      })
      // A page of a sleeping operator learns of an ended session at its next request.
      if (isServed === null) outgoing.writeHead(204, { 'cache-control': 'no-store' }).end()
    }
    serve().catch((error: unknown) => {
      log.error({ err: error, host }, 'an operator does not wake')
      if (!outgoing.headersSent) say(503, bothWords('cli.hosted.doesNotWake'), { 'retry-after': '10' })
      else outgoing.destroy()
    })
  }
}

function bothWords(key: 'cli.hosted.unknownHost' | 'cli.hosted.doesNotWake'): string {
  return `${translator('pt')(key)}\n${translator('en')(key)}\n`
}
