import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { isAdjustment } from '#domain/adjustment.ts'
import { daysHeld, daysOf } from '#domain/driver-week.ts'
import { basisPoints, cents, sum } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { PLAIN_TERMS, type Terms } from '#domain/terms.ts'
import { type Week, bounds, nextWeek, weekName } from '#domain/week.ts'
import { addAdjustment, withdrawAdjustment } from '#features/adjustments/commands.server.ts'
import { listAdjustments } from '#features/adjustments/queries.server.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { recordDeparture } from '#features/departures/commands.server.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { importFile } from '#features/imports/commands.server.ts'
import { readDirectory } from '#features/imports/owners/queries.server.ts'
import { addKey } from '#features/fleet/keys/commands.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { type DriverStatement, getWeek } from '#features/settlements/queries.server.ts'
import { undoImport } from '#features/imports/undoings/commands.server.ts'
import { handOver } from '#features/fleet/vehicles/commands.server.ts'
import {
  EXPECTED,
  type Fleet,
  NEXT_WEEK,
  WEEK,
  aFleet,
  anApprovedWeek,
  makeChange,
  drop,
  edited,
  publicFile,
  textOf,
  withoutLines,
  paidBy,
} from '#test/factories.ts'
import { recompute } from '#test/oracle.ts'
import { acceptAllProposals, acceptProposal, declineProposal, deleteAnsweredMarks } from './commands.server.ts'
import { type Proposal, listProposalViews, listProposals } from './queries.server.ts'
import { tries } from '#test/tries.ts'

const BOLT = publicFile('2026W23')
const EXTRACT = publicFile('extrato')
const leave = { leaveUnmatched: true }
const approve = (week: Week) => makeChange((change) => approveWeek(change, week, leave))
const seen = ({ driver, about, difference }: Proposal) => ({ driver: driver.id, about, amount: difference.amount })
const accept = (proposal: Proposal) => makeChange((change) => acceptProposal(change, seen(proposal)))
const decline = (proposal: Proposal, reason = 'Já pago em mão') =>
  makeChange((change) => declineProposal(change, seen(proposal), reason))
const refused = (code: string) => expect.objectContaining({ code })

async function statementOf(ref: string, week: Week): Promise<DriverStatement> {
  const { statements } = await getWeek(week)
  return statements.find(({ driver }) => driver.ref === ref)!
}

const linesOf = ({ settlement }: DriverStatement) =>
  Object.fromEntries(settlement!.lines.map(({ code, amount }) => [code, amount]))

/** A newer Bolt report in which the platform keeps `more` less of one driver's week. */
const bolt = (more: number, name = 'Bruna', file = BOLT) =>
  edited(file, (text) =>
    text
      .split('\n')
      .map((line) => (line.includes(name) ? paidMore(line, more) : line))
      .join('\n'),
  )

/** Moves fees, commission, net and payout of a line together, as the reader checks that they add up. */
function paidMore(line: string, more: number): string {
  const cells = line.split('","')
  for (const [at, by] of [
    [17, -more],
    [18, -more],
    [21, more],
    [22, more],
  ] as const)
    cells[at] = ((Number(cells[at]!.replace('.', '')) + by) / 100).toFixed(2)
  return cells.join('","')
}

async function balanceOf(driverId: string): Promise<number> {
  const account = await db
    .selectFrom('ledger_accounts')
    .select('balance_cents')
    .where('driver_id', '=', driverId)
    .where('code', '=', 'current')
    .executeTakeFirst()
  return account?.balance_cents ?? 0
}

test('a newer report of a frozen week is proposed for the open week, with the row that came and the one that went', async () => {
  const fleet = await anApprovedWeek()
  expect(await listProposals()).toEqual([])
  await drop([bolt(10_00)])
  const [proposal, ...others] = await listProposalViews(NEXT_WEEK)
  expect(others).toEqual([])
  expect(proposal).toMatchObject({
    driver: { id: fleet.driver('D2'), ref: 'D2' },
    aboutName: '2026-W23',
    net: EXPECTED.drivers.D2.balance,
    amount: 10_00,
    changes: [{ code: 'income.bolt', from: 303_64, to: 313_64 }],
  })
  expect(
    [proposal!.came, proposal!.gone].map((rows) => rows.map(({ file, line, amount }) => [file, line, amount])),
  ).toEqual([[[BOLT.name, 3, 313_64]], [[BOLT.name, 3, 303_64]]])
})

test('accepted, it is a line of the open week; approved, it is paid and posted where it belongs, and nothing else changes', async () => {
  const fleet = await anApprovedWeek()
  const before = (await statementOf('D2', WEEK)).settlement
  await drop([bolt(10_00)])
  const uncleared = await db
    .selectFrom('ledger_accounts')
    .select('balance_cents')
    .where('code', '=', 'platform:bolt')
    .executeTakeFirstOrThrow()
  await accept((await listProposals())[0]!)
  expect(await listProposals()).toEqual([])

  const draft = await statementOf('D2', NEXT_WEEK)
  const line = draft.settlement!.lines.find(({ code }) => code === 'adjustment.late')!
  expect(line).toMatchObject({ group: 'G', amount: 10_00, adjustment: { about: WEEK, reason: '' } })
  expect(line.rows).toHaveLength(2)
  expect(draft.settlement!.net).toBe(10_00)
  await approve(NEXT_WEEK)
  expect((await statementOf('D2', NEXT_WEEK)).settlement).toEqual(draft.settlement)
  expect((await statementOf('D2', WEEK)).settlement).toEqual(before)
  expect(await balanceOf(fleet.driver('D2'))).toBe(EXPECTED.drivers.D2.balance + 10_00)
  const cleared = await db
    .selectFrom('ledger_accounts')
    .select('balance_cents')
    .where('code', '=', 'platform:bolt')
    .executeTakeFirstOrThrow()
  expect(cleared.balance_cents - uncleared.balance_cents).toBe(-10_00)
  expect((await examineBooks()).filter(({ broken }) => broken > 0)).toEqual([])
})

test('the same proposal is accepted once, also by two people at the same moment', async () => {
  await anApprovedWeek()
  await drop([bolt(10_00)])
  const [proposal] = await listProposals()
  const both = await Promise.allSettled([accept(proposal!), accept(proposal!)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(accept(proposal!)).rejects.toEqual(refused('adjustment.changed-meanwhile'))
  expect(linesOf(await statementOf('D2', NEXT_WEEK))).toEqual({ 'adjustment.late': 10_00 })
})

test('a second late file asks only for what it adds', async () => {
  await anApprovedWeek()
  await drop([bolt(10_00)])
  await accept((await listProposals())[0]!)
  await drop([bolt(15_00)])
  const [second] = await listProposals()
  expect(second!.difference).toMatchObject({
    amount: 5_00,
    changes: [{ code: 'income.bolt', from: 313_64, to: 318_64 }],
  })
  await approve(NEXT_WEEK)
  const [later] = await listProposals()
  expect(later).toMatchObject({ on: nextWeek(NEXT_WEEK), difference: { amount: 5_00 } })
})

test('declined with a reason, it is not asked again until it is another difference', async () => {
  await anApprovedWeek()
  await drop([bolt(10_00)])
  await expect(makeChange((change) => declineProposal(change, seenLike(), ''))).rejects.toThrow()
  await decline((await listProposals())[0]!)
  expect(await listProposals()).toEqual([])
  expect(await statementOf('D2', WEEK)).toMatchObject({
    wouldBe: null,
    late: { amount: 10_00, declined: true },
    decided: [{ state: 'declined', reason: 'Já pago em mão' }],
  })
  await drop([bolt(11_00)])
  expect(await listProposals()).toMatchObject([{ difference: { amount: 11_00 } }])

  function seenLike() {
    return { driver: '', about: WEEK, amount: cents(10_00) }
  }
})

test('all of a week are accepted at once when they are as many and as much as was seen', async () => {
  await anApprovedWeek()
  await drop([withoutLines(BOLT, 'Bruna')])
  const fleetChange = await listProposals()
  expect(fleetChange.map(({ driver }) => driver.ref)).toEqual(['D2'])
  await drop([bolt(1_51, 'Edvaldo', withoutLines(BOLT, 'Bruna'))])
  const all = await listProposals()
  expect(all.map(({ driver }) => driver.ref)).toEqual(['D2', 'D5'])
  const amount = sum(all.map(({ difference }) => difference.amount))
  const acceptAll = (count: number) => makeChange((change) => acceptAllProposals(change, NEXT_WEEK, { count, amount }))
  await expect(acceptAll(1)).rejects.toEqual(refused('adjustment.changed-meanwhile'))
  await acceptAll(2)
  expect(await listProposals()).toEqual([])
  expect(await db.selectFrom('week_marks').select('id').where('week', '=', WEEK).execute()).toEqual([])
})

test('a newer report that changes nothing leaves nothing to look at', async () => {
  await anApprovedWeek()
  await drop([edited(BOLT, (text) => `${text}\n`)])
  const marked = () => db.selectFrom('week_marks').select('week').distinct().execute()
  expect(await listProposals()).toEqual([])
  expect(await marked()).toContainEqual({ week: WEEK })
  await makeChange((change) => deleteAnsweredMarks(change.tx))
  expect(await marked()).toEqual([])
})

test('a passage whose car was somebody else’s is taken from the one and put on the other, and the sum is nothing', async () => {
  const fleet = await anApprovedWeek()
  await makeChange((change) =>
    handOver(change, fleet.vehicle('ZX33TC'), fleet.driver('D4'), Temporal.Instant.from('2026-06-04T00:00:00Z')),
  )
  const proposals = await listProposals()
  expect(proposals.map(({ driver }) => driver.ref)).toEqual(['D3', 'D4'])
  expect(sum(proposals.map(({ difference }) => difference.amount))).toBe(0)
})

test('a plate that is answered after the approval brings its passage to the open week', async () => {
  const fleet = await anApprovedWeek()
  const { unmatched } = await getWeek(WEEK)
  const { source, keys } = unmatched[0]!.row
  await makeChange((change) => addKey(change, source, keys[0]!, { driverId: fleet.driver('D1') }))
  expect(await listProposals()).toMatchObject([
    { driver: { ref: 'D1' }, difference: { amount: unmatched[0]!.row.amount } },
  ])
})

test('undoing the file before its adjustment is on a statement asks for the money back; after, the row stays', async () => {
  await anApprovedWeek()
  const [file] = await drop([bolt(10_00)])
  await accept((await listProposals())[0]!)
  await makeChange((change) => undoImport(change, file!.importId!))
  const [back] = await listProposals()
  expect(back!.difference.amount).toBe(-10_00)
  const [adjustment] = await listAdjustments(NEXT_WEEK)
  await makeChange((change) => withdrawAdjustment(change, adjustment!.driverId, adjustment!.id))
  expect(await listProposals()).toEqual([])

  const [again] = await drop([bolt(20_00)])
  await accept((await listProposals())[0]!)
  await approve(NEXT_WEEK)
  await makeChange((change) => undoImport(change, again!.importId!))
  expect(await listProposals()).toEqual([])
})

test('a rent that changes later changes nothing that was issued', async () => {
  const fleet = await aFleet()
  const terms: Terms = { ...PLAIN_TERMS, regime: 'rental' }
  await makeChange((change) => addTerms(change, fleet.driver('D3'), { from: WEEK, terms, reason: '' }))
  await db.updateTable('vehicles').set({ rent_cents: 270_00 }).execute()
  await drop([BOLT])
  await approve(WEEK)
  expect(linesOf(await statementOf('D3', WEEK))['vehicle.rent']).toBe(-270_00)
  await db.updateTable('vehicles').set({ rent_cents: 300_00 }).execute()
  expect(await statementOf('D3', WEEK)).toMatchObject({ late: null, wouldBe: null })
})

test('whoever has left gets what came too late, without fee or rent', async () => {
  const fleet = await aFleet()
  const terms: Terms = {
    ...PLAIN_TERMS,
    rent: cents(100_00),
    fee: { mode: 'fixed', amount: cents(25_00), always: true },
  }
  await makeChange((change) => addTerms(change, fleet.driver('D2'), { from: WEEK, terms, reason: '' }))
  await drop([BOLT])
  await approve(WEEK)
  await db.updateTable('drivers').set({ status: 'inactive' }).where('ref', '=', 'D2').execute()
  await drop([bolt(10_00)])
  const [proposal] = await listProposals()
  expect(proposal!.on).toBe(NEXT_WEEK)
  await accept(proposal!)
  expect(linesOf(await statementOf('D2', NEXT_WEEK))).toEqual({ 'adjustment.late': 10_00 })
})

test('what files bring of a week after somebody left pays no fee of that week, as the page of the departure says', async () => {
  const fleet = await aFleet()
  const terms: Terms = { ...PLAIN_TERMS, fee: { mode: 'fixed', amount: cents(25_00), always: true } }
  await makeChange((change) => addTerms(change, fleet.driver('D2'), { from: WEEK, terms, reason: '' }))
  const left = { at: Temporal.Instant.from('2026-05-31T17:00:00Z'), reason: 'Mudou de cidade', done: [] }
  const waits = { waitsUntil: '2026-07-22', signsInUntil: null }
  await makeChange((change) => recordDeparture(change, fleet.driver('D2'), { ...left, ...waits }))
  await drop([BOLT])
  expect(linesOf(await statementOf('D2', WEEK))).toEqual({ 'income.bolt': 303_64 })
})

test('a frozen week voided and issued again takes off what later statements settled of it', async () => {
  const fleet = await anApprovedWeek()
  await drop([bolt(10_00)])
  await accept((await listProposals())[0]!)
  await approve(NEXT_WEEK)
  const statement = await statementOf('D2', WEEK)
  await makeChange((change) => voidSettlement(change, statement.stored!.id, 'IBAN trocado'))
  const draft = await statementOf('D2', WEEK)
  expect(linesOf(draft)).toMatchObject({ 'income.bolt': 313_64, 'adjustment.settled': -10_00 })
  await approve(WEEK)
  expect(await listProposals()).toEqual([])
  expect(await balanceOf(fleet.driver('D2'))).toBe(EXPECTED.drivers.D2.balance + 10_00)
})

test('an adjustment that no statement carries yet is withdrawn when the week it is about is a draft again', async () => {
  await anApprovedWeek()
  await drop([bolt(10_00)])
  await accept((await listProposals())[0]!)
  const statement = await statementOf('D2', WEEK)
  await makeChange((change) => voidSettlement(change, statement.stored!.id, 'Relatório novo'))
  expect((await listAdjustments(NEXT_WEEK)).map(({ state }) => state)).toEqual(['withdrawn'])
  expect(linesOf(await statementOf('D2', WEEK))).toMatchObject({ 'income.bolt': 313_64 })
  expect(linesOf(await statementOf('D2', WEEK))['adjustment.settled']).toBeUndefined()
})

// ------------------------------------------------------------------------------------------------- a month of the office

const WEEKS = [WEEK, NEXT_WEEK, nextWeek(NEXT_WEEK)] as const
const TERMS: Readonly<Record<string, Terms>> = {
  D1: { ...PLAIN_TERMS, tripVat: 'itemised', fee: { mode: 'percent', rate: basisPoints(433), base: 'commissionable' } },
  D3: { ...PLAIN_TERMS, regime: 'rental', rent: cents(201_01), rentByDays: true },
  D5: {
    ...PLAIN_TERMS,
    regime: 'percentage',
    tripVat: 'itemised',
    split: { driverShare: basisPoints(5_511), energyCap: cents(40_00) },
  },
}

type Step =
  | { do: 'bolt'; week: number; dropped: number; more: number }
  | { do: 'tolls'; week: number; plate: string; day: number; amount: number }
  | { do: 'hand-over'; plate: string; ref: string; week: number; day: number }
  | { do: 'approve' | 'accept-all'; week: number }
  | { do: 'undo' | 'void' | 'reissue' | 'pay' | 'accept' | 'take-in' | 'decline' | 'withdraw' | 'write'; which: number }

const week = fc.integer({ min: 0, max: 2 })
const plate = fc.constantFrom('ZX11TA', 'ZX33TC', 'ZX77TG')
const day = fc.integer({ min: 0, max: 6 })
const which = fc.nat(50)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('bolt' as const),
      week,
      dropped: fc.nat(12),
      more: fc.integer({ min: -999, max: 999 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('tolls' as const),
      week,
      plate,
      day,
      amount: fc.integer({ min: 1, max: 999 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('hand-over' as const),
      plate,
      ref: fc.constantFrom('D1', 'D3', 'D4', 'D5'),
      week,
      day,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('approve' as const, 'accept-all' as const), week }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom(
        ...([
          'undo',
          'void',
          'reissue',
          'reissue',
          'pay',
          'accept',
          'take-in',
          'take-in',
          'decline',
          'withdraw',
          'write',
        ] as const),
      ),
      which,
    }),
  },
)

test(
  'whatever comes late and whatever the office says to it, no cent is lost, doubled or moved',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
        const fleet = await aFleet()
        for (const [ref, terms] of Object.entries(TERMS))
          await makeChange((change) => addTerms(change, fleet.driver(ref), { from: WEEK, terms, reason: '' }))
        await drop([BOLT, EXTRACT])
        await approve(WEEK)
        for (const one of steps) {
          const known = await issuedOnes()
          await attempt((change) => act(change, one, fleet))
          await nothingIsOpenOnWhatWasJustIssued(known)
          await nothingIsLost()
        }
        await settleEverything(fleet)
      }),
      { numRuns: Number(process.env['VOLANTE_MONTHS'] ?? tries(4)), endOnFailure: true },
    )
  },
)

/**
 * Tries an act that a rule may refuse: a paid statement cannot be voided, a car cannot be given to the driver who has
 * it.
 */
async function attempt(work: (change: Change) => Promise<unknown>) {
  try {
    await makeChange(work)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

async function act(change: Change, one: Step, fleet: Fleet): Promise<unknown> {
  switch (one.do) {
    case 'bolt':
      return importFile(change, boltOf(WEEKS[one.week]!, one.dropped, one.more), { acceptNotBegun: true })
    case 'tolls':
      return importFile(change, tollOf(WEEKS[one.week]!, one), { acceptNotBegun: true })
    case 'hand-over': {
      const at = bounds(WEEKS[one.week]!).start.add({ hours: 24 * one.day + 6 })
      return handOver(change, fleet.vehicle(one.plate), fleet.driver(one.ref), at)
    }
    case 'approve':
      return approveWeek(change, WEEKS[one.week]!, leave)
    case 'accept-all': {
      const on = WEEKS[one.week]!
      const due = (await listProposals(change.tx)).filter((proposal) => proposal.on === on)
      const amount = sum(due.map(({ difference }) => difference.amount))
      return acceptAllProposals(change, on, { count: due.length, amount })
    }
    case 'accept':
    case 'decline': {
      const proposal = pick(await listProposals(change.tx), one.which)
      if (!proposal) return null
      return one.do === 'accept'
        ? acceptProposal(change, seen(proposal))
        : declineProposal(change, seen(proposal), 'Não')
    }
    case 'take-in': {
      const proposal = pick(await listProposals(change.tx), one.which)
      return proposal && approveWeek(change, await acceptProposal(change, seen(proposal)), leave)
    }
    case 'undo': {
      const found = pick(
        await change.tx.selectFrom('imports').select('id').where('undone_at', 'is', null).orderBy('id').execute(),
        one.which,
      )
      return found && undoImport(change, found.id)
    }
    case 'void':
    case 'pay': {
      const live = await change.tx
        .selectFrom('settlements')
        .select('id')
        .where('state', '=', 'approved')
        .orderBy('week')
        .orderBy('driver_id')
        .execute()
      const found = pick(live, one.which)
      return (
        found &&
        (one.do === 'void' ? voidSettlement(change, found.id, 'Engano') : payOne(change, found.id, paidBy('MB WAY')))
      )
    }
    case 'reissue': {
      // Half of the time take a statement whose difference another statement has settled, else one whose adjustment is
      // on no statement yet.
      const { rows } = await sql<{ id: string; week: Week }>`select s.id, s.week from settlements s
        join adjustments a on a.driver_id = s.driver_id and a.about = s.week and a.state = 'accepted'
        where s.state = 'approved'
        order by exists (select from settlement_lines where adjustment_id = a.id) <> ${one.which % 2 === 0}, a.ordinal`.execute(
        change.tx,
      )
      const [found] = rows
      if (!found) return null
      await voidSettlement(change, found.id, 'Engano')
      return approveWeek(change, found.week, leave)
    }
    case 'withdraw': {
      const found = pick(
        await change.tx
          .selectFrom('adjustments')
          .select(['id', 'driver_id'])
          .where('state', '=', 'accepted')
          .orderBy('ordinal')
          .execute(),
        one.which,
      )
      return found && withdrawAdjustment(change, found.driver_id, found.id)
    }
    case 'write':
      return addAdjustment(change, {
        driverId: fleet.driver(`D${(one.which % 5) + 1}`),
        week: WEEKS[one.which % 3]!,
        kind: one.which % 2 === 0 ? 'fine' : 'prize',
        amount: cents(one.which % 2 === 0 ? -one.which - 1 : one.which + 1),
        reason: 'Excesso de velocidade',
      })
  }
}

const pick = <Item>(items: readonly Item[], place: number): Item | undefined => items[place % Math.max(items.length, 1)]

/** A Bolt report of a week without one of its drivers, and with another amount paid to the first. */
function boltOf(about: Week, dropped: number, more: number) {
  const [header, ...lines] = textOf(BOLT).trimEnd().split('\n')
  const kept = lines.filter((_, at) => at !== dropped)
  const [first = '', ...rest] = kept
  const name = BOLT.name.replace('2026W23', weekName(about).replace('-', ''))
  return { name, bytes: new TextEncoder().encode([header, paidMore(first, more), ...rest].join('\n')) }
}

/** A toll file with one passage of a car. */
function tollOf(about: Week, { plate: car, day: number, amount }: { plate: string; day: number; amount: number }) {
  const dayOf = (days: number) => {
    const [year, month, date] = bounds(about)
      .start.add({ hours: 24 * days + 12 })
      .toString()
      .slice(0, 10)
      .split('-')
    return `${date}/${month}/${year}`
  }
  const lines = textOf(EXTRACT).split('\n')
  const row = lines[6]!
    .replaceAll('01/06/2026', dayOf(number))
    .replace('ZX-33-TC', `${car.slice(0, 2)}-${car.slice(2, 4)}-${car.slice(4)}`)
    .replace('2,15', (amount / 100).toFixed(2).replace('.', ','))
  const text = [...lines.slice(0, 6), row].join('\n').replace('01/06/2026 a 07/06/2026', `${dayOf(0)} a ${dayOf(6)}`)
  return { name: EXTRACT.name, bytes: new TextEncoder().encode(text) }
}

/** A driver-week computed by the second bookkeeper of this test, from the rows that count now. */
async function recomputedNet({ driver, rows }: DriverStatement, about: Week): Promise<number> {
  const { held } = await readDirectory()
  const { fee, split, ...terms } = TERMS[driver.ref] ?? PLAIN_TERMS
  const of = (source: string) =>
    rows.filter((row) => row.source === source && row.kind === 'earning').map(({ measures }) => measures)
  const costs = rows.flatMap(({ kind, amount }) =>
    kind === 'toll' || kind === 'parking' || kind === 'fuel' || kind === 'charging' ? [{ kind, amount: -amount }] : [],
  )
  return recompute({
    uber: of('uber'),
    bolt: of('bolt'),
    costs,
    terms: { ...terms, fee: fee, split },
    daysHeld: daysOf(daysHeld(about, held).get(driver.id) ?? new Map()),
    vehicleRent: 0,
    carriedBalance: 0,
    adjustments: [],
  }).net
}

/**
 * Expects for every driver-week that frozen + accepted + proposed or declined = what the live rows come to, and that each open
 * difference is proposed.
 */
async function nothingIsLost() {
  const proposals = await listProposals()
  for (const about of WEEKS) {
    for (const statement of (await getWeek(about)).statements) {
      if (!statement.stored) continue
      const { ref, id } = statement.driver
      const issued = sum(
        statement
          .settlement!.lines.filter(
            ({ code }) => !code.startsWith('balance.') && (!isAdjustment(code) || code === 'adjustment.settled'),
          )
          .map(({ amount }) => amount),
      )
      const accepted = await db
        .selectFrom('adjustments')
        .select('amount_cents')
        .where('driver_id', '=', id)
        .where('about', '=', about)
        .where('state', '=', 'accepted')
        .execute()
      const since = accepted.reduce((total, { amount_cents }) => total + amount_cents, 0)
      const rest = statement.late?.amount ?? 0
      expect([ref, about, issued + since + rest]).toEqual([ref, about, await recomputedNet(statement, about)])
      const asked = proposals.find((proposal) => proposal.driver.id === id && proposal.about === about)
      expect([ref, about, asked?.difference.amount ?? 0]).toEqual([ref, about, statement.late?.declined ? 0 : rest])
    }
  }
  await eachIsOnOneStatement()
}

async function issuedOnes(): Promise<Set<string>> {
  const issued = await db.selectFrom('settlements').select('id').where('state', '<>', 'void').execute()
  return new Set(issued.map(({ id }) => id))
}

/** Expects that a statement just issued, even anew, leaves nothing open: all that is known is on it. */
async function nothingIsOpenOnWhatWasJustIssued(known: ReadonlySet<string>) {
  for (const about of WEEKS) {
    const { statements } = await getWeek(about)
    const open = statements.filter(({ stored, late }) => stored && !known.has(stored.id) && late)
    expect(open.map(({ driver, late }) => [driver.ref, about, late!.amount])).toEqual([])
  }
}

/**
 * Expects every accepted adjustment exactly once on the statement of its week, draft or frozen, and withdrawn or
 * declined ones on none.
 */
async function eachIsOnOneStatement() {
  const all = await db.selectFrom('adjustments').select(['id', 'week', 'driver_id', 'state']).execute()
  const on = new Map<string, number>()
  for (const about of new Set(all.map(({ week: one }) => one as Week))) {
    for (const { settlement } of (await getWeek(about)).statements)
      for (const { adjustment } of settlement?.lines ?? [])
        if (adjustment?.id) on.set(adjustment.id, (on.get(adjustment.id) ?? 0) + 1)
  }
  expect(
    all
      .map(({ id, state }) => [state, on.get(id) ?? 0])
      .filter(([state, times]) => times !== (state === 'accepted' ? 1 : 0)),
  ).toEqual([])
}

/**
 * Accepts every proposal and approves every week; then the books must owe each driver what the live rows come to, with what was
 * written by hand.
 */
async function settleEverything(fleet: Fleet) {
  for (let round = 0; round < 6; round++) {
    for (const proposal of await listProposals()) await accept(proposal)
    const open = await db.selectFrom('adjustments').select('week').distinct().where('state', '=', 'accepted').execute()
    for (const about of new Set([...WEEKS, ...open.map(({ week: one }) => one as Week)]))
      await attempt((change) => approveWeek(change, about, leave))
  }
  expect(await listProposals()).toEqual([])
  await nothingIsLost()
  const due = new Map<string, number>()
  // However late the office put adjustments: each issued week owes its own amount.
  const issued = await db.selectFrom('settlements').select('week').distinct().where('state', '<>', 'void').execute()
  for (const about of issued.map(({ week: one }) => one as Week)) {
    for (const statement of (await getWeek(about)).statements) {
      if (!statement.stored) continue
      const declined = statement.late?.declined ? statement.late.amount : 0
      const own = (await recomputedNet(statement, about)) - declined
      due.set(statement.driver.ref, (due.get(statement.driver.ref) ?? 0) + own)
    }
  }
  for (const [ref, amount] of due) {
    const written = await db
      .selectFrom('adjustments')
      .select('amount_cents')
      .where('driver_id', '=', fleet.driver(ref))
      .where('about', 'is', null)
      .where('state', '=', 'accepted')
      .execute()
    const paid = await db
      .selectFrom('settlements')
      .select('payable_cents')
      .where('driver_id', '=', fleet.driver(ref))
      .where('state', '=', 'paid')
      .execute()
    const owed = amount + written.reduce((total, { amount_cents }) => total + amount_cents, 0)
    const left = paid.reduce((total, { payable_cents }) => total + payable_cents, 0)
    expect([ref, (await balanceOf(fleet.driver(ref))) + left]).toEqual([ref, owed])
  }
  expect((await examineBooks()).filter(({ broken }) => broken > 0)).toEqual([])
}
