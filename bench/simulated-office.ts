import type { OwnDriverId } from '#domain/access.ts'
import { CHECKS, SIDES } from '#domain/inspection.ts'
import { CORRECTABLE } from '#domain/correction.ts'
import { DISPUTE_CAUSES } from '#domain/dispute.ts'
import { cents } from '#domain/money.ts'
import { ZONE, bounds, nextWeek } from '#domain/week.ts'
import { db } from '#db/client.server.ts'
import { SYSTEM } from '#features/audit/commands.server.ts'
import { createAccount } from '#features/accounts/commands.server.ts'
import { addAdjustment, addRecurring } from '#features/adjustments/commands.server.ts'
import { recordReferral } from '#features/adjustments/referrals/commands.server.ts'
import { draftContract, sendContract } from '#features/contracts/commands.server.ts'
import { linkContract, sealContract, signByLink } from '#features/contracts/signing/commands.server.ts'
import { factsOf } from '#features/contracts/links/queries.server.ts'
import { contractInput } from '#features/contracts/schema.ts'
import { recordDeparture } from '#features/departures/commands.server.ts'
import { answerCorrection, askCorrection } from '#features/fleet/corrections/commands.server.ts'
import { proposeCost } from '#features/fleet/damages/commands.server.ts'
import { closeFine, informDriver, registerFine } from '#features/fleet/fines/commands.server.ts'
import { recordInspection } from '#features/fleet/inspections/commands.server.ts'
import { getInspection } from '#features/fleet/inspections/queries.server.ts'
import { addReading } from '#features/fleet/odometers/commands.server.ts'
import { addCost, addJob, addRule, saveTitle } from '#features/fleet/upkeep/commands.server.ts'
import { handOver } from '#features/fleet/vehicles/commands.server.ts'
import { askForPaper, sendPaper } from '#features/papers/commands.server.ts'
import { openPlan, requestAdvance } from '#features/plans/commands.server.ts'
import { contestLine, declineDispute } from '#features/statements/disputes/commands.server.ts'
import { writeToOffice } from '#features/visitors/contact/commands.server.ts'
import { receiveStatement } from '../src/demo/bank.server.ts'
import { makeChange } from '../src/demo/change.server.ts'
import { photo } from '../src/demo/receipts.server.ts'
import { apply } from '../src/demo/visitors.server.ts'
import { APPLICANTS } from '../src/demo/people.ts'
import { weeksBefore } from './many-people.ts'

/**
 * Fills in what half a year of a large fleet leaves besides its weeks, through the same commands: a contract and
 * hand-overs for everybody, fines, maintenance, plans, disputes, requests, candidates, messages, accounts and bank
 * lists. Some of each is still to do, as on any day.
 */
export async function simulateOffice(now: Temporal.Instant, weeks: number): Promise<void> {
  const world = await readWorld(now, weeks)
  const parts = [
    ...[
      driveOtherCars,
      keepUp,
      handOverCars,
      receiveFines,
      addContracts,
      addPlans,
      addDisputes,
      ask,
      addDepartures,
      receiveCandidates,
    ],
    ...[receiveMessages, openAccounts, receiveBank, expirePapers, receiveMail],
  ]
  for (const part of parts) {
    const begun = performance.now()
    await part(world)
    console.log(`${part.name} ${Math.round((performance.now() - begun) / 1000)} s`)
  }
}

type World = {
  now: Temporal.Instant
  weeks: ReturnType<typeof weeksBefore>
  /** The drivers of the bench, not the demonstration's own; each with the car they had at the beginning. */
  people: readonly { driver: OwnDriverId; ref: string; name: string; regime: string; car: string; plate: string }[]
}

async function readWorld(now: Temporal.Instant, weeks: number): Promise<World> {
  const people = await db
    .selectFrom('drivers')
    .innerJoin('assignments', 'assignments.driver_id', 'drivers.id')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .innerJoin('terms', 'terms.driver_id', 'drivers.id')
    .select(['drivers.id as driver', 'ref', 'name', 'regime', 'vehicle_id as car', 'plate'])
    .where('plate', 'like', 'ZY%')
    .orderBy('ref')
    .execute()
  return {
    now,
    weeks: weeksBefore(now, weeks),
    people: people.map((person) => ({ ...person, driver: person.driver as OwnDriverId })),
  }
}

const daysBefore = (now: Temporal.Instant, days: number) => now.subtract({ hours: 24 * days })

/** Every `nth` of them. */
const each = (people: World['people'], nth: number) => people.filter((_, at) => at % nth === 0)

const dayOf = (moment: Temporal.Instant) => moment.toZonedDateTimeISO(ZONE).toPlainDate()

/** The kilometres that the car at this place of the list has driven by a moment. */
const driven = (now: Temporal.Instant, at: number, by: Temporal.Instant) =>
  100_000 + at * 100 - Math.round(now.since(by).total('hours') * 6)

/** Every eighth driver swaps cars with the next one for an afternoon of the newest week. */
async function driveOtherCars({ people, weeks }: World) {
  const start = bounds(weeks.at(-1)!).end
  for (let at = 0; at + 1 < people.length; at += 8) {
    const [one, other] = [people[at]!, people[at + 1]!]
    await makeChange('assignment.add', start.add({ hours: 20 }), async (change) => {
      await handOver(change, one.car, other.driver, start.add({ hours: 12 }))
      await handOver(change, one.car, one.driver, start.add({ hours: 18 }))
    })
  }
}

async function keepUp({ now, people, weeks }: World) {
  for (const [at, { car, regime }] of people.entries()) {
    await makeChange('upkeep.title', now, async (change) => {
      const since = dayOf(now).subtract({ months: 9 })
      await saveTitle(change, car, {
        title: regime === 'slot' ? 'own' : 'leasing',
        ownerId: null,
        slotNumber: '',
        slotSince: null,
        firstRegisteredOn: since.subtract({ years: 1 + (at % 6), days: at }).toString(),
      })
      await addCost(change, car, {
        kind: 'finance',
        what: 'Renda do leasing',
        monthly: cents(390_00 + at),
        from: since.toString(),
      })
      await addCost(change, car, { kind: 'insurance', what: 'Seguro', monthly: cents(110_00), from: since.toString() })
      for (const [back, week] of weeks.entries()) {
        const read = bounds(week).end
        if (back % 2 === at % 2)
          await addReading(change, car, { at: read, kilometres: driven(now, at, read), reason: '' })
      }
      await addRule(change, car, { what: 'Revisão', everyKm: 15_000, everyMonths: 12 })
      await addRule(change, car, { what: 'Pneus', everyKm: 40_000, everyMonths: null })
      for (const months of [1, 3, 5])
        await addJob(change, car, {
          what: months === 1 ? 'Lavagem a fundo' : 'Revisão',
          rule: null,
          kilometres: null,
          cost: cents(80_00 * months),
          workshop: 'Oficina do Cais',
          inSince: null,
          paper: undefined,
          on: dayOf(now)
            .subtract({ months, days: at % 20 })
            .toString(),
        })
    })
  }
}

async function handOverCars({ now, people }: World) {
  const sides = SIDES.map((side) => ({ side, file: null, reason: 'fica para a próxima vistoria' }))
  const seen = {
    isLate: false,
    isHourOpen: false,
    kilometresReason: '',
    filledBy: '',
    notes: '',
    sides,
    energy: 70,
    officeSigned: 'Helena Matos',
    officeSignature: undefined,
    driverSignature: undefined,
    driverRefused: null,
  }
  for (const [at, { driver, name, car }] of people.entries()) {
    const look = (days: number, more: object) =>
      makeChange('inspection.record', daysBefore(now, days), (change) =>
        recordInspection(change, car, {
          ...seen,
          at: daysBefore(now, days),
          sentKey: crypto.randomUUID(),
          kilometres: driven(now, at, daysBefore(now, days)),
          kind: 'out',
          driverId: driver,
          driverSigned: name,
          checklist: [...CHECKS],
          damages: [],
          ...more,
        }),
      )
    await look(150 - (at % 20), {})
    const check = { kind: 'check', driverId: null, driverSigned: null }
    if (at % 3 > 0) await look(60 + (at % 20), check)
    if (at % 7 > 0) continue
    const damage = {
      type: 'scratch',
      part: 'rear-bumper',
      x: 945,
      y: 380,
      severity: 'light',
      isNew: true,
      note: '',
      photo: null,
    }
    const found = await look(12, { ...check, damages: [damage] })
    const [first] = (await getInspection(car, found)).damages
    if (first && at % 2 === 0)
      await makeChange('damage.propose', daysBefore(now, 11), (change) =>
        proposeCost(change, first.id, { driverId: driver, amount: cents(120_00) }),
      )
  }
}

async function receiveFines({ now, people }: World) {
  for (let at = 0; at < 160; at++) {
    const { car } = people[(at * 7) % people.length]!
    const isOpen = at % 4 === 0
    const days = isOpen ? 1 + (at % 16) : 20 + at
    const fine = await makeChange('fine.register', daysBefore(now, days), (change) =>
      registerFine(change, {
        number: String(910_000_000 + at),
        body: 'ansr' as const,
        authority: '',
        notice: undefined,
        vehicleId: car,
        amount: cents(60_00),
        offence: 'Excesso de velocidade',
        place: 'A5, km 12, sentido Lisboa',
        committedAt: daysBefore(now, days + 9),
        notifiedOn: dayOf(daysBefore(now, days)).toString(),
      }),
    )
    if (at % 8 === 0)
      await makeChange('fine.inform', daysBefore(now, days).add({ hours: 3 }), (change) => informDriver(change, fine))
    if (!isOpen)
      await makeChange('fine.close', daysBefore(now, days - 4), (change) =>
        closeFine(change, fine, 'Pago pelo motorista no balcão'),
      )
  }
}

async function addContracts({ now, people }: World) {
  for (const [at, { driver, name, regime }] of people.entries()) {
    const begun = daysBefore(now, 56 - (at % 40))
    const id = await makeChange('contract.draft', begun, (change) =>
      draftContract(
        change,
        contractInput.parse({
          driver,
          kind: regime === 'rental' ? 'fleet-car' : 'own-car',
          language: at % 9 === 0 ? 'en' : 'pt',
          startsOn: dayOf(begun).toString(),
          // Every twelfth ends within a month.
          endsOn:
            at % 12 === 0
              ? dayOf(now)
                  .add({ days: at % 30 })
                  .toString()
              : '',
          representative: 'Helena Matos',
          driverAddress: 'Rua de Exemplo, 12, 2800-000 Almada',
          driverDocument: 'CC 00000000 0 ZX0, válido até 20/05/2031',
          driverLicence: 'L-00000000, válida até 11/03/2034',
          driverCertificate: '00000/0000, válido até 02/09/2029',
        }),
      ),
    )
    if (at % 15 === 1) continue
    await makeChange('contract.send', begun.add({ minutes: 5 }), (change) => sendContract(change, id))
    if (at % 10 === 3) continue
    const link = await makeChange('contract.link', begun.add({ minutes: 6 }), (change) =>
      linkContract(change, id, { days: 14, byMail: false }),
    )
    const facts = await factsOf(driver, begun)
    await makeChange('contract.sign', begun.add({ hours: 5 }), (change) =>
      signByLink(change, link.split('/').at(-1) ?? '', {
        name,
        browser: 'Bench',
        typed: { nif: facts?.nif, licence: facts?.licence ?? undefined },
      }),
    )
    if (at % 20 === 5) continue
    await makeChange('contract.seal', begun.add({ hours: 30 }), (change) =>
      sealContract(change, id, {
        name: 'Helena Matos',
        account: 'escritorio@example.org',
        browser: 'Bench',
        confirmedAt: begun.add({ hours: 30 }).subtract({ minutes: 2 }),
      }),
    )
  }
}

async function addPlans({ now, people, weeks }: World) {
  const [first, next] = [weeks.at(-1)!, nextWeek(weeks.at(-1)!)]
  for (const [at, { driver }] of people.entries()) {
    await makeChange('plan.open', now, async (change) => {
      const plan = { driverId: driver, first: next, skipsIdle: true }
      if (at % 3 === 0)
        await openPlan(change, {
          ...plan,
          kind: 'deposit',
          total: cents(400_00),
          count: 8,
          reason: 'Caução da viatura',
        })
      if (at % 5 === 0)
        await openPlan(change, { ...plan, kind: 'advance', total: cents(300_00), count: 6, reason: 'Adiantamento' })
      if (at % 23 === 0)
        await requestAdvance(change, driver, { total: cents(200_00), count: 4, first: next, reason: 'Pneus novos' })
      if (at % 6 === 0)
        await addAdjustment(change, {
          driverId: driver,
          week: next,
          kind: 'fine',
          amount: cents(-30_00),
          reason: 'Estacionamento',
        })
      if (at % 10 === 0)
        await addRecurring(change, {
          driverId: driver,
          kind: 'other',
          amount: cents(-7_50),
          reason: 'Lavagem semanal na garagem',
          first: next,
          last: null,
          total: null,
        })
    })
    if (at % 5 === 1 && people[at + 1])
      await makeChange('referral.record', now, (change) =>
        recordReferral(change, {
          referrer: driver,
          referred: people[at + 1]!.driver,
          since: first,
          reason: 'Disse-o ao escritório',
        }),
      )
  }
}

/** Every sixth driver disputes a line of one of the newest weeks; a third of them still wait for an answer. */
async function addDisputes({ people, weeks }: World) {
  for (const [at, { driver }] of each(people, 6).entries()) {
    const week = at % 3 === 0 ? weeks.at(-1)! : weeks.at(-4)!
    const line = await db
      .selectFrom('settlement_lines')
      .innerJoin('settlements', 'settlements.id', 'settlement_id')
      .select('ordinal')
      .where('driver_id', '=', driver)
      .where('week', '=', week)
      .orderBy('ordinal', 'desc')
      .executeTakeFirst()
    if (!line) continue
    const spoken = bounds(week).end.add({ hours: 20 })
    const dispute = await makeChange('dispute.say', spoken, (change) =>
      contestLine(
        change,
        { driver, week, ordinal: line.ordinal },
        { cause: DISPUTE_CAUSES[at % 3]!, words: 'Não me parece certo.' },
      ),
    )
    if (at % 3 > 0)
      await makeChange('dispute.decline', spoken.add({ hours: 9 }), (change) =>
        declineDispute(change, dispute, 'Vimos as passagens uma a uma: são da viatura que tinha nesse dia.'),
      )
  }
}

/** Every fifth driver reports an error in their record; every seventh is asked for a paper, and half of those send it. */
async function ask({ now, people }: World) {
  for (const [at, { driver }] of each(people, 5).entries()) {
    const request = await makeChange('correction.ask', daysBefore(now, 2 + at), (change) =>
      askCorrection(change, driver, {
        field: CORRECTABLE[at % CORRECTABLE.length]!,
        words: 'O que está aqui já não é assim.',
      }),
    )
    if (at % 4 > 0)
      await makeChange('correction.done', daysBefore(now, 1 + at), (change) =>
        answerCorrection(change, request, { intent: 'done', answer: 'Já está como pediu.' }),
      )
  }
  for (const [at, { driver }] of each(people, 7).entries()) {
    await makeChange('paper.ask', daysBefore(now, 3), (change) =>
      askForPaper(change, driver, {
        kind: 'driving-licence',
        dueOn: dayOf(now)
          .add({ days: 1 + at })
          .toString(),
        words: '',
      }),
    )
    if (at % 2 === 0)
      await makeChange('paper.send', daysBefore(now, 1), (change) =>
        sendPaper(change, driver, 'driving-licence', {
          number: '',
          issuedOn: null,
          expiresOn: dayOf(now).add({ years: 3 }).toString(),
          files: [new File([new Uint8Array(photo())], 'carta.png')],
        }),
      )
  }
}

/** Six drivers have left in the last months. */
async function addDepartures({ now, people }: World) {
  for (const { driver } of people.slice(-6))
    await makeChange('departure.record', now, (change) =>
      recordDeparture(change, driver, {
        at: daysBefore(now, 1),
        reason: 'Mudou de cidade',
        waitsUntil: dayOf(now).add({ days: 30 }).toString(),
        signsInUntil: null,
        done: [],
      }),
    )
}

/** A hundred and fifty candidates on the board, and as many whose application has ended. */
async function receiveCandidates({ now }: World) {
  for (let at = 0; at < 300; at++) {
    const like = APPLICANTS[at % APPLICANTS.length]!
    const { end: _, ...still } = like
    await apply(
      {
        ...(at % 2 === 0
          ? still
          : { ...like, end: { cause: 'requirements' as const, reason: 'A lei pede carta há três anos.' } }),
        daysAgo: 1 + Math.floor(at / 3),
        referral: null,
        documents: like.documents.slice(0, 2),
        person: {
          ...like.person,
          name: `Candidato ${at} ${like.person.name.split(' ')[1]}`,
          email: `c${at}@example.org`,
          phone: `990 01${String(at).padStart(4, '0').slice(0, 1)} ${String(at).padStart(3, '0')}`,
        },
      },
      daysBefore(now, 1 + Math.floor(at / 3)),
    )
  }
}

async function receiveMessages({ now }: World) {
  for (let at = 0; at < 60; at++)
    await makeChange('contact.write', daysBefore(now, at), (change) =>
      writeToOffice(
        change,
        {
          topic: 'fleet',
          name: `Visitante ${at}`,
          email: `v${at}@example.org`,
          phone: null,
          text: 'Gostava de saber como funciona a frota.',
        },
        'pt',
      ),
    )
}

async function openAccounts({ now, people }: World) {
  for (const { driver, name, ref } of people.slice(0, 120))
    await createAccount(
      {
        email: `${ref.toLowerCase()}@example.org`,
        password: crypto.randomUUID(),
        displayName: name,
        emailVerified: true,
        role: 'driver',
        driverId: driver,
      },
      SYSTEM,
      now,
    )
}

/** The bank's list of every week but the newest, which is here already. */
async function receiveBank({ weeks }: World) {
  for (const week of weeks.slice(0, -1)) await receiveStatement(week)
}

/** Lets papers expire in large numbers too: fifty soon, and twenty that have expired. */
async function expirePapers({ now, people }: World) {
  const today = dayOf(now)
  for (const [at, { driver, car }] of people.entries()) {
    if (at % 3 > 0) continue
    const ends = at % 9 === 0 ? today.subtract({ days: 1 + (at % 12) }) : today.add({ days: 1 + (at % 40) })
    const papers = db.updateTable('papers').set({ expires_on: ends.toString() })
    await (
      at % 2 === 0
        ? papers.where('driver_id', '=', driver).where('kind', '=', 'cmtvde')
        : papers.where('vehicle_id', '=', car).where('kind', '=', 'inspection')
    ).execute()
  }
}

/** The messages of half a year, and forty that could not be sent. */
async function receiveMail({ weeks, people }: World) {
  const rows = weeks.flatMap((week, back) =>
    people.map(({ driver, ref }, at) => {
      const sent = bounds(week).end.add({ hours: 11, minutes: at })
      const failed = back === weeks.length - 1 && at < 40
      return {
        template: 'statement-issued',
        recipient: `${ref.toLowerCase()}@example.org`,
        language: 'pt',
        driver_id: driver,
        params: JSON.stringify({ week, link: `/dashboard/payslips/${week}` }),
        created_at: sent.toString(),
        state: failed ? 'dead' : 'sent',
        sent_at: failed ? null : sent.toString(),
        tries: failed ? 20 : 1,
        sent_via: failed ? null : 'smtp',
        last_error: failed ? '550 mailbox unavailable' : null,
      }
    }),
  )
  for (let from = 0; from < rows.length; from += 1_000)
    await db
      .insertInto('mail_outbox')
      .values(rows.slice(from, from + 1_000))
      .execute()
}
