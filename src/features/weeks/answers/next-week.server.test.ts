import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { showPlate } from '#domain/identifiers.ts'
import type { FileToRead } from '#domain/import.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { cents } from '#domain/money.ts'
import { PLAIN_TERMS, type Terms } from '#domain/terms.ts'
import { bounds } from '#domain/week.ts'
import { addAdjustment } from '#features/adjustments/commands.server.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { changeSettings } from '#features/company/financial-settings/commands.server.ts'
import { changeIban } from '#features/fleet/ibans/commands.server.ts'
import { addReading } from '#features/fleet/odometers/commands.server.ts'
import { changeTerms, waiveRent } from '#features/fleet/terms/commands.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { assignVehicle, endAssignment } from '#features/fleet/vehicles/commands.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { answerRow as answerWhose } from '#features/imports/commands.server.ts'
import { saveDrop } from '#features/imports/drops/commands.server.ts'
import { waiveRefused } from '#features/imports/refused-files/commands.server.ts'
import { answerReceipts } from '#features/payments/receipts/commands.server.ts'
import { listAwaited } from '#features/payments/receipts/queries.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { acceptDispute, contestLine } from '#features/statements/disputes/commands.server.ts'
import { answerOverlap } from '#features/statements/overlaps/commands.server.ts'
import { findFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { acceptProposal, declineProposal } from '#features/settlements/proposals/commands.server.ts'
import { listProposals } from '#features/settlements/proposals/queries.server.ts'
import { getStatement, getWeek } from '#features/settlements/queries.server.ts'
import { getWeekPage } from '#features/weeks/queries.server.ts'
import { type AskedAs, ENDINGS, type Question, askedAs } from '#features/weeks/questions/schema.ts'
import { answerAnomaly } from '#features/weeks/radar/commands.server.ts'
import { ANOMALY_ANSWERS } from '#features/weeks/radar/schema.ts'
import {
  asOwner,
  type Fleet,
  MONDAY,
  NEXT_WEEK,
  WEEK,
  aFleet,
  drop,
  edited,
  makeChange,
  publicFile,
  textOf,
  withoutIban,
  withoutTerms,
} from '#test/factories.ts'
import { answerCompany, answerPassage, answerPrintedTwice, giveSameTerms } from './commands.server.ts'
import { findGap } from './queries.server.ts'

/* For every way in which a question is asked (`ENDINGS`): whatever is answered in one week, the money of the next week
 * stays where it was, except for what an answer that the office can read says, and by exactly that.
 */

const LATER = MONDAY.add({ hours: 24 * 7 })
const OFFICE = { uid: 'office', role: 'admin' as const, address: null, requestId: null }
const ACCEPTED = { acceptSameFigures: true, acceptOtherWeek: true }
const BOLT = publicFile('2026W23')
const UBER = publicFile('payments_driver')
const TOLLS = publicFile('extrato')
const CHARGES = publicFile('prio_electric')
const [HEADINGS, ...PEOPLE] = textOf(BOLT).trimEnd().split('\n')

const RENTER: Terms = { ...PLAIN_TERMS, regime: 'rental', rent: cents(271_43) }
const COUNTED: Terms = {
  ...RENTER,
  rent: cents(0),
  kilometres: { included: 1_700, rate: cents(15) },
  tollPolicy: 'off-trip',
}

type Asked<Name extends AskedAs> = Name extends `unmatched ${infer Reason}`
  ? Extract<Question, { kind: 'unmatched' }> & { reason: Reason }
  : Extract<Question, { kind: Name }>
type Way<Name extends AskedAs> = (change: Change, question: Asked<Name>, fleet: Fleet) => Promise<unknown>

const toDriver: Way<'unmatched unknown-driver'> = (change, { rows: [row] }, fleet) =>
  answerWhose(change, row!.id, { driverId: fleet.driver('D6') })
const toCar = (change: Change, { rows: [row] }: { rows: readonly { id: string }[] }, fleet: Fleet) =>
  answerWhose(change, row!.id, { vehicleId: fleet.vehicle('ZX33TC') })
const toCompany = (change: Change, { rows: [row] }: { rows: readonly { id: string }[] }) =>
  answerCompany(change, row!.id)
const says =
  (answer: (typeof ANOMALY_ANSWERS)[number]) =>
  (change: Change, { answerKey }: { answerKey: string }) =>
    answerAnomaly(change, WEEK, answerKey, answer)

/**
 * Answers who had the car from the beginning of the gap on: to the end of the gap (`isOpen`), or to that of the week.
 */
const toHolder =
  (isOpen: boolean): Way<'unmatched no-driver-at-that-time'> =>
  async (change, { rows: [row] }, fleet) => {
    const gap = await findGap(WEEK, row!.id, null, change.tx)
    // Another question about the same gap was answered before, and closed it.
    if (!gap) return
    const from = gap.from === null ? null : Temporal.Instant.from(gap.from)
    const to = isOpen ? (gap.to === null ? null : Temporal.Instant.from(gap.to)) : bounds(WEEK).end
    await assignVehicle(change, gap.vehicle.id, { driverId: fleet.driver('D8'), from, to })
  }

const proposal = async (change: Change, driverId: string) => {
  const { driver, about, difference } = (await listProposals(change.tx)).find((one) => one.driver.id === driverId)!
  return { driver: driver.id, about, amount: difference.amount }
}

const answerTwins =
  (isSame: boolean): Way<'twin'> =>
  (change, { kept, other }) =>
    answerPassage(change, WEEK, { kept: kept.id, other: other.id, isSame })

const answerTwice =
  (twice: 'twice' | 'once'): Way<'printed-twice'> =>
  (change, { importId, count }) =>
    answerPrintedTwice(change, WEEK, { importId, count, says: twice })

const answerAwaited =
  (answer: 'received' | 'waived'): Way<'receipts'> =>
  async (change) =>
    answerReceipts(change, WEEK, [...(await listAwaited(WEEK, change.tx)).keys()], { answer, note: 'Entrega amanhã' })

/** Every way to answer each question: a new kind of question needs its row here. */
const WAYS: { [Name in AskedAs]: readonly [Way<Name>, ...Way<Name>[]] } = {
  'refused-file': [(change, { file }) => waiveRefused(change, file.id)],
  'unmatched unknown-driver': [toDriver, toCompany],
  'unmatched unknown-plate': [toCar, toCompany],
  'unmatched unknown-card': [toCar, toCompany, toDriver as unknown as Way<'unmatched unknown-card'>],
  'unmatched no-driver-at-that-time': [toHolder(false), toCompany, toHolder(true)],
  twin: [answerTwins(true), answerTwins(false)],
  'printed-twice': [answerTwice('twice'), answerTwice('once')],
  'no-terms': [
    (change, { driver }, fleet) =>
      giveSameTerms(change, WEEK, { driverId: driver.id, like: fleet.driver('D6'), reason: 'Iguais' }),
  ],
  changed: [
    async (change, { driver }) => acceptProposal(change, await proposal(change, driver.id)),
    async (change, { driver }) => declineProposal(change, await proposal(change, driver.id), 'Fica assim'),
    async (change, { driver }) => {
      const { stored } = await getStatement(WEEK, driver.id, change.tx)
      await voidSettlement(change, stored!.id, 'Engano')
    },
  ],
  'corrected-twice': [
    (change, { dispute, overlap }) =>
      answerOverlap(change, dispute, { answer: 'once', reason: 'Já está', seen: overlap }),
    (change, { dispute, overlap }) =>
      answerOverlap(change, dispute, { answer: 'twice', reason: 'São duas', seen: overlap }),
  ],
  iban: [(change, { driver }) => changeIban(change, driver.id, { iban: 'PT50002700000001234567833', holder: null })],
  receipts: [answerAwaited('received'), answerAwaited('waived')],
  'no-car': [
    (change, { driver }) => waiveRent(change, driver.id, WEEK),
    says('right'),
    says('always'),
    async (change, { driver }, fleet) => {
      const { start, end } = bounds(WEEK)
      await assignVehicle(change, fleet.vehicle('ZX11TA'), { driverId: driver.id, from: start, to: end })
    },
  ],
  'no-reading': [
    says('right'),
    async (change, { vehicle }) => {
      const { start, end } = bounds(WEEK)
      await addReading(change, vehicle, { at: start, kilometres: 120_000, reason: '' })
      await addReading(change, vehicle, { at: end, kilometres: 122_400, reason: '' })
    },
  ],
  'no-trips': [says('right')],
  negative: [says('right')],
  anomaly: ANOMALY_ANSWERS.map(
    (answer) =>
      (change: Change, { anomaly }: Asked<'anomaly'>) =>
        answerAnomaly(change, WEEK, anomaly.id, answer),
  ) as unknown as [Way<'anomaly'>, ...Way<'anomaly'>[]],
}
const TURNS = Math.max(...Object.values(WAYS).map((ways) => ways.length))

const asked = new Set<AskedAs>()

/** Answers every question of the week, each in the way that this turn tries. */
async function answerAll(fleet: Fleet, turn: number): Promise<void> {
  const { questions } = await getWeekPage(WEEK, LATER)
  for (const question of questions) {
    const name = askedAs(question)
    const ways = WAYS[name] as readonly Way<AskedAs>[]
    asked.add(name)
    await makeChange((change) => ways[turn % ways.length]!(change, question as never, fleet), { actor: OFFICE })
  }
}

const line = (file: FileToRead, part: string) =>
  textOf(file)
    .split('\n')
    .find((text) => text.includes(part))!

/**
 * Bolt's report of a week, with each of these people as known, under another identifier, or left out; and with a
 * stranger.
 */
function bolt(week: string, people: readonly string[], money = 0): FileToRead {
  const lines = PEOPLE.flatMap((text, at) => {
    const id = `99999999-0000-4000-8000-00000000000${at}`
    if (people[at] === 'changed') return [text.replace(/[0-9a-f-]{36}/g, id)]
    return people[at] === 'out' ? [] : [text]
  })
  const stranger = PEOPLE[money]!.replace(
    /^"[^"]*","[^"]*","[^"]*"/,
    '"Pessoa Nova","nova@example.org","+351999900001"',
  )
  const ids = stranger.replace(/[0-9a-f-]{36}/g, '88888888-0000-4000-8000-000000000001')
  return edited(BOLT, () => `${[HEADINGS, ...lines, ids].join('\n')}\n`, BOLT.name.replace('2026W23', week))
}

/**
 * The tolls of a week, moved by a number of days: among them a plate that nobody has, a toll that comes again at once, and one
 * printed twice.
 */
function tolls(days: number, name: string): FileToRead {
  return edited(
    TOLLS,
    (text) => {
      const first = line(TOLLS, '01/06/2026 08:01:11')
      const whole = [
        text.trimEnd(),
        first,
        first.replaceAll('08:01:11', '08:03:11'),
        line(TOLLS, '03/06/2026').replace('41900000033;ZX-33-TC', '41900000099;ZX-99-TT'),
      ].join('\n')
      return `${moved(whole, days)}\n`
    },
    name,
  )
}

const moved = (text: string, days: number) =>
  text.replaceAll(/(0\d)\/06\/2026/g, (_, day: string) => `${String(Number(day) + days).padStart(2, '0')}/06/2026`)

/** The same passage in the words of another export. */
function otherTolls(days: number): FileToRead {
  const exit = line(TOLLS, '02/06/2026')
  const spelt = exit.split(';').with(7, 'PONTE VASCO GAMA N/S').join(';')
  return edited(
    TOLLS,
    (text) =>
      moved(
        text
          .split('\n')
          .filter((one) => !one.includes('ZX-33-TC'))
          .join('\n')
          .trimEnd() + `\n${spelt}\n`,
        days,
      ),
    `outro_${days}.csv`,
  )
}

const charges = (days: number): FileToRead =>
  edited(
    CHARGES,
    (text) =>
      text
        .replaceAll(/6\/(\d)\/2026/g, (_, day: string) => `6/${Number(day) + days}/2026`)
        .replaceAll(/(-17808)\d{5}/g, `$1${days}0000`)
        .replaceAll('PTPRIO9900000000000088', 'PTPRIO9900000000000077'),
    `prio_electric_${days}.csv`,
  )

/** A week that asks every question there is before it is approved, and the week after it. */
async function twoWeeks(now: readonly string[], then: readonly string[], money: number): Promise<Fleet> {
  const fleet = await aFleet()
  const settings = { receiptBeforePayment: 1 }
  await makeChange((change) => changeSettings(change, { from: WEEK, reason: 'Ensaio', settings }))
  // Orders of some week are known, but not of these two.
  await asOwner(`insert into platform_weeks values ('bolt', '2026-01-05', 1, true, '2026-01-12')`)
  for (const [ref, terms] of [
    ['D1', RENTER],
    ['D3', COUNTED],
  ] as const) {
    const [agreed] = await listTerms(fleet.driver(ref))
    await makeChange((change) => changeTerms(change, fleet.driver(ref), agreed!.id, { terms, reason: 'Aluga' }))
  }
  for (const plate of ['ZX11TA', 'ZX22TB']) {
    const vehicle = fleet.vehicle(plate)
    for (const { id } of await listAssignments(vehicle))
      await makeChange((change) => endAssignment(change, vehicle, id, bounds(WEEK).start))
  }
  await withoutTerms([fleet.driver('D4')])
  await withoutIban(fleet.driver('D7'))
  const damage = { kind: 'damage', amount: cents(-9_000_00), reason: 'Para-choques' } as const
  await makeChange((change) => addAdjustment(change, { driverId: fleet.driver('D5'), week: WEEK, ...damage }))
  await makeChange((change) => saveDrop(change, [{ name: 'foto.jpg', bytes: Buffer.from('ffd8ffe0', 'hex') }], WEEK))
  await drop([UBER, bolt('2026W23', now), tolls(0, 'extrato_1.csv'), otherTolls(0), charges(0)], ACCEPTED)
  await drop([bolt('2026W24', then, money), tolls(7, 'extrato_2.csv'), otherTolls(7), charges(7)], ACCEPTED)
  return fleet
}

/** The office accepts that a driver's income of the week was too high. */
async function acceptADispute(driverId: string): Promise<void> {
  const frozen = await findFrozen(driverId, WEEK)
  const ordinal = frozen?.settlement.lines.findIndex(({ code }) => code === 'income.bolt') ?? -1
  if (ordinal === -1) return
  const contested = { driver: driverId as OwnDriverId, week: WEEK, ordinal }
  const taken = { kind: 'other', amount: cents(-1_00), reason: 'Valor a mais' } as const
  const at = LATER.add({ hours: 1 })
  const id = await makeChange((change) => contestLine(change, contested, { cause: 'amount', words: 'A mais' }), { at })
  await makeChange((change) => acceptDispute(change, id, taken), { at })
}

/** The owner of each row of the next week, and the lines of each of its statements. */
async function moneyOfNext() {
  const { statements, unmatched, companyRows, checks } = await getWeek(NEXT_WEEK)
  const owners = new Map([
    ...statements.flatMap(({ driver, rows }) => rows.map(({ id }) => [id, driver.id] as const)),
    ...unmatched.map(({ row }) => [row.id, 'asks'] as const),
    ...companyRows.map(({ id }) => [id, 'company'] as const),
  ])
  const lines = new Map(
    statements.map(({ driver, settlement }) => [
      driver.id,
      (settlement?.lines ?? []).map(({ code, amount }) => `${code} ${amount}`).toSorted(),
    ]),
  )
  return { owners, lines, sourcesIn: checks.sourcesIn }
}
type Money = Awaited<ReturnType<typeof moneyOfNext>>

/**
 * Expects that whatever moved between the two reads is explained, to the line, by the answers that the two weeks show.
 */
async function expectShown(before: Money, after: Money): Promise<void> {
  const said = [...(await getWeekPage(WEEK, LATER)).answers, ...(await getWeekPage(NEXT_WEEK, LATER)).answers]
  const keys = new Set(said.flatMap((one) => (one.kind === 'key' ? [one.key.value] : [])))
  const past = bounds(WEEK).end
  const holders = new Set(
    said.flatMap((one) =>
      one.kind === 'holder' && (one.to === null || Temporal.Instant.compare(one.to, past) > 0) ? [one.driver] : [],
    ),
  )
  const { statements } = await getWeek(NEXT_WEEK)
  const found = new Map(statements.flatMap(({ driver, rows }) => rows.map((row) => [row.id, { driver, row }])))
  expect(after.sourcesIn).toBe(before.sourcesIn)
  const moving = new Set<string>()
  for (const [id, owner] of after.owners) {
    const was = before.owners.get(id)
    if (was === owner) continue
    // No row leaves an owner: only a row that was asked about finds a driver, by a name or a car that an answer shows.
    expect([was, owner === 'company']).toEqual(['asks', false])
    const { driver, row } = found.get(id)!
    expect(
      holders.has(driver.name) || row.keys.some(({ value }) => keys.has(value) || keys.has(showPlate(value))),
    ).toBe(true)
    moving.add(owner)
  }
  for (const one of said) if (one.kind === 'terms') moving.add(one.driver.id)
  // A voided statement carries no balance over: the carried line goes with it, and its week is open again.
  const isOpen = new Map((await getWeek(WEEK)).statements.map(({ driver, state }) => [driver.id, state === 'draft']))
  const carried = (text: string) => text.startsWith('balance.carried ')
  for (const [driver, lines] of after.lines) {
    if (moving.has(driver)) continue
    const was = (before.lines.get(driver) ?? []).filter((text) => !isOpen.get(driver) || !carried(text))
    const late = said.flatMap((one) =>
      one.kind === 'adjustment' && one.said === 'accepted' && one.driver.id === driver
        ? [`adjustment.late ${one.amount}`]
        : // In a week that is open again, what is taken off is a line of that week.
          one.kind === 'overlap' && one.said === 'once' && one.driver.id === driver && !isOpen.get(driver)
          ? [`adjustment.other ${-one.taken}`]
          : [],
    )
    expect(lines).toEqual([...was, ...late].toSorted())
  }
}

const people = fc.array(fc.constantFrom('known', 'changed', 'out'), { minLength: 7, maxLength: 7 })

const known = Array.from({ length: 7 }, () => 'known' as const)
const EVERYBODY: [typeof known, typeof known, number] = [known, known, 0]

test.each(Array.from({ length: TURNS }, (_, turn) => turn))(
  'whatever asks is answered, in its way %i of each, and no money of the next week moves unseen',
  async (turn) => {
    await fc.assert(
      fc.asyncProperty(people, people, fc.nat({ max: 6 }), async (now, then, money) => {
        const fleet = await twoWeeks(now, then, money)
        const open = await moneyOfNext()
        await answerAll(fleet, turn)
        await expectShown(open, await moneyOfNext())

        // Once approved, the week asks for receipts; a newer version of a report that says otherwise makes a
        // difference.
        await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }), { at: LATER })
        await acceptADispute(fleet.driver('D7'))
        await drop(
          [bolt('2026W23', now.map((kind): string => (kind === 'out' ? 'known' : kind)).with(5, 'out'))],
          ACCEPTED,
        )
        const approved = await moneyOfNext()
        await answerAll(fleet, turn)
        await expectShown(approved, await moneyOfNext())
      }),
      // With everybody known every kind of question is asked; random people alone might leave one out.
      turn === 0 ? { numRuns: 2, examples: [EVERYBODY], endOnFailure: true } : { numRuns: 1, endOnFailure: true },
    )
  },
)

afterAll(() => expect([...asked].toSorted()).toEqual(Object.keys(ENDINGS).toSorted()))
