import { randomInt } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { type Change, COMMAND_LINE, carryOut } from '#features/audit/commands.server.ts'
import { importFile } from '#features/imports/commands.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { confirmBatch, exportBatch, voidBatch } from '#features/payments/commands.server.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { undoImport } from '#features/imports/undoings/commands.server.ts'
import type { Json } from '#db/types.ts'
import { everyRow } from './every-row.ts'
import { tries } from './tries.ts'
import { MONDAY, WEEK, aFleet, makeChange, dropPublicSet, publicFile, paidBy } from './factories.ts'

/**
 * The connection is cut at a statement of each change that moves money: once before the statement is sent, and once after
 * the database has carried it out and before its answer arrives. Nothing half done may be there afterwards, and the same
 * form sent again must end where an undisturbed one does. A run cuts every second statement, from the first or the
 * second on, and always the last word, `commit`; `npm run slow -- random` cuts every single one.
 */
const STEP = tries(2) === 2 ? 1 : 2
const CUTS = ['before', 'after'] as const

const CHANGES: Record<string, { given: () => Promise<unknown>; make: (change: Change) => Promise<Json> }> = {
  'an import': {
    given: aFleet,
    make: async (change) => (await importFile(change, publicFile('payments_driver'))).map(({ status }) => status),
  },
  'an approval': {
    given: aWeek,
    make: async (change) => {
      const { approved } = await approveWeek(change, WEEK, { leaveUnmatched: true })
      return approved.length
    },
  },
  'an undone import': {
    given: aWeek,
    make: async (change) => {
      await undoImport(change, await importNamed('payments_driver'))
      return null
    },
  },
  'a bank file': { given: anApproval, make: async (change) => (await exportBatch(change, WEEK)).batchId },
  'a confirmed bank file': {
    given: aBatch,
    make: async (change) => {
      await confirmBatch(change, await theBatch())
      return null
    },
  },
  'a cancelled bank file': {
    given: aBatch,
    make: async (change) => {
      await voidBatch(change, await theBatch(), 'Conta errada')
      return null
    },
  },
  'one payment by hand': {
    given: anApproval,
    make: async (change) => {
      await payOne(change, await someSettlement(), paidBy('MB WAY'))
      return null
    },
  },
  'a settlement that is taken back': {
    given: anApproval,
    make: async (change) => {
      await voidSettlement(change, await someSettlement(), 'Faltava um ficheiro')
      return null
    },
  },
}

test.each(Object.keys(CHANGES).flatMap((name) => CUTS.map((cut) => [name, cut] as const)))(
  '%s is whole or absent when the connection is cut %s any of its statements',
  { timeout: 300_000 },
  async (name, cut) => {
    const { given, make } = CHANGES[name]!
    await given()
    const before = await everything()
    const send = () => carryOut({ actor: COMMAND_LINE, action: 'test.abort', now: MONDAY, key: `abort-${cut}` }, make)

    let statement = 1 - STEP + randomInt(STEP)
    let acknowledged: Json | undefined
    let answersLost = 0
    let isCommitCut = STEP === 1
    while (acknowledged === undefined) {
      statement += STEP
      const saw = cutAt(statement, cut, !isCommitCut)
      const answer = await send().catch((error: unknown) => ({ error }))
      const cutIn = saw()
      isCommitCut ||= cutIn === 'commit'
      if (isCut(answer)) expect(cutIn !== null, `statement ${statement}: ${String(answer.error)}`).toBe(true)
      else acknowledged = answer
      const now = await everything()
      // When the answer was lost on its way back, the change may be done; the same form sent again then changes nothing more.
      if (isCut(answer) && now !== before) {
        expect(cut, `half done at statement ${statement}`).toBe('after')
        answersLost++
        acknowledged = await send()
        expect(await everything()).toBe(now)
      }
    }
    expect(statement).toBeGreaterThan(5)
    expect(answersLost).toBe(cut === 'after' ? 1 : 0)
    expect(await everything()).not.toBe(before)
    expect(await eventsOfAborted()).toBeGreaterThan(0)
    expect(await send()).toEqual(acknowledged)
    await proveBooks()
  },
)

function isCut(answer: Json | { error: unknown }): answer is { error: unknown } {
  return typeof answer === 'object' && answer !== null && 'error' in answer
}

/**
 * Cuts the connection of the n-th statement from now on, or of a commit that comes before it; answers a function that
 * stops this and says where it was cut.
 */
function cutAt(
  statement: number,
  cut: (typeof CUTS)[number],
  alsoCommits: boolean,
): () => 'commit' | 'statement' | null {
  // oxlint-disable-next-line typescript/unbound-method -- put back below, called with its own `this`
  const query = pg.Client.prototype.query
  let seen = 0
  let cutIn: 'commit' | 'statement' | null = null
  const cutting = function (this: pg.Client, ...args: unknown[]) {
    seen++
    const isTheOne = seen === statement || (cutIn === null && alsoCommits && isCommit(args[0]))
    const stop = () => {
      cutIn = isCommit(args[0]) ? 'commit' : 'statement'
      streamOf(this).destroy()
      return new Error(`cut at statement ${statement}`)
    }
    if (isTheOne && cut === 'before') throw stop()
    const answer: unknown = Reflect.apply(query, this, args)
    return isTheOne && answer instanceof Promise ? answer.then(() => Promise.reject(stop())) : answer
  }
  pg.Client.prototype.query = cutting as typeof query
  return () => {
    pg.Client.prototype.query = query
    return cutIn
  }
}

const isCommit = (sent: unknown) =>
  (typeof sent === 'string' ? sent : (sent as { text?: string } | undefined)?.text) === 'commit'

function streamOf(client: pg.Client): { destroy: () => void } {
  return (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream
}

/** Every row of every table; a sequence may have moved on. */
async function everything(): Promise<string> {
  const tables = [...(await everyRow())].map(([name, rows]) => [name, ...rows.toSorted()].join('\n'))
  return tables.join('\n')
}

async function eventsOfAborted(): Promise<number> {
  const events = await db.selectFrom('audit_events').select('id').where('action', '=', 'test.abort').execute()
  return events.length
}

async function proveBooks() {
  expect((await examineBooks()).filter(({ broken }) => broken > 0)).toEqual([])
}

async function aWeek() {
  await aFleet()
  await dropPublicSet()
}

async function anApproval() {
  await aWeek()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
}

async function aBatch() {
  await anApproval()
  await makeChange((change) => exportBatch(change, WEEK))
}

async function theBatch(): Promise<number> {
  return (await db.selectFrom('payment_batches').select('id').executeTakeFirstOrThrow()).id
}

async function someSettlement(): Promise<string> {
  const { id } = await db
    .selectFrom('settlements')
    .select('id')
    .where('state', '=', 'approved')
    .where('payable_cents', '>', 0)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return id
}

async function importNamed(part: string): Promise<number> {
  const { id } = await db
    .selectFrom('imports')
    .select('id')
    .where('name', 'like', `%${part}%`)
    .executeTakeFirstOrThrow()
  return id
}
