import { requireValue } from '#domain/certain.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { type PaperKind, usualEnd } from '#domain/paper.ts'
import { ZONE } from '#domain/week.ts'
import { db } from '#db/client.server.ts'
import { sealFor } from '#db/sealed-columns.server.ts'
import { inParts } from '#db/parts.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { addPaper, askForPaper, sendPaper } from '#features/papers/commands.server.ts'
import { listSlots } from '#features/papers/queries.server.ts'
import { notePlatformReview } from '#features/papers/platform-reviews/commands.server.ts'
import { listKinds } from '#features/papers/kinds/queries.server.ts'
import { randomUUID } from 'node:crypto'
import { makeChange } from './change.server.ts'
import { RECORD_NAME } from './times.server.ts'
import type { DemoDriver } from './fleet.ts'
import { photo } from './receipts.server.ts'

/** Days until unusual documents end, by driver or plate and kind: one ends soon, the others have ended. */
const ENDS: Readonly<Record<string, number>> = {
  'M1 cmtvde': 12,
  'M4 cmtvde': -6,
  'ZX84HM inspection': -2,
  'ZX50CN road-tax': -20,
}
/** Documents that are not accepted: one was requested, one was sent and waits for a check, and others are missing. */
const ASKED = { ref: 'M11', kind: 'driving-licence' }
const SENT = { ref: 'M7', kind: 'slot-link' }
/** A document that Uber refused, although the office accepted it. */
const REFUSED = { ref: 'M3', kind: 'cmtvde', words: 'A Uber quer a folha inteira na fotografia, com os quatro cantos.' }
const MISSING = [
  { ref: 'M5', kind: 'address-proof' },
  { ref: 'M4', kind: 'working-time-record' },
]
/** The car whose registration certificate has a picture: the one of the driver who signs in. */
const PHOTOGRAPHED = 'ZX58MP'
/** Months for which a document is valid if its kind does not say. */
const USUAL_MONTHS = 60

type Holder = { key: string; of: PaperKind['holder']; regime: string | null; ids: Ids }
type Ids = { driver_id: string | null; vehicle_id: string | null }

/**
 * Adds everybody's documents, nearly all valid, so that each list shows one of each state. Two hundred are inserted in
 * one statement, as the commands would write them; requested and sent ones go through the commands.
 */
export async function receivePapers(
  now: Temporal.Instant,
  people: readonly DemoDriver[],
  driverIds: ReadonlyMap<string, string>,
): Promise<void> {
  const cars = await db.selectFrom('vehicles').select(['id', 'plate']).orderBy('plate').execute()
  const kinds = await listKinds()
  const holders: Holder[] = [
    ...people.map(({ ref, terms }) => ({
      key: ref,
      of: 'driver' as const,
      regime: terms.regime,
      ids: { driver_id: requireValue(driverIds, ref), vehicle_id: null },
    })),
    ...cars.map(({ id, plate }) => ({
      key: plate,
      of: 'car' as const,
      regime: null,
      ids: { driver_id: null, vehicle_id: id },
    })),
    { key: '', of: 'company', regime: null, ids: { driver_id: null, vehicle_id: null } },
  ]
  await makeChange('demo.load-papers', now.subtract({ hours: 30 }), (change) => insertPapers(change, holders, kinds))
  // The document that an inspector asks for first has a photo.
  const first = cars.find(({ plate }) => plate === PHOTOGRAPHED)
  if (first)
    await makeChange('paper.add', now.subtract({ hours: 29 }), (change) =>
      addPaper(change, { holder: 'car', id: first.id }, 'registration', {
        number: '',
        expiresOn: null,
        issuedOn: now.toZonedDateTimeISO(ZONE).toPlainDate().subtract({ months: 26 }).toString(),
        files: [new File([new Uint8Array(photo())], 'dua.png')],
      }),
    )
  await makeChange('paper.ask', now.subtract({ hours: 28 }), (change) =>
    askForPaper(change, requireValue(driverIds, ASKED.ref), {
      kind: ASKED.kind,
      dueOn: now.toZonedDateTimeISO(ZONE).toPlainDate().add({ days: 5 }).toString(),
      words: 'A carta anterior foi entregue para troca.',
    }),
  )
  await makeChange('paper.send', now.subtract({ hours: 3 }), (change) =>
    // Here the demonstration speaks for the driver.
    sendPaper(change, requireValue(driverIds, SENT.ref) as OwnDriverId, SENT.kind, {
      number: '',
      issuedOn: null,
      expiresOn: now.toZonedDateTimeISO(ZONE).toPlainDate().add({ years: 2 }).toString(),
      files: [new File([new Uint8Array(photo())], 'associacao.png')],
    }),
  )
  const slots = await listSlots({ holder: 'driver', id: requireValue(driverIds, REFUSED.ref) }, now)
  const refusedPaper = slots.find(({ kind }) => kind.code === REFUSED.kind)?.current
  const seen = now.toZonedDateTimeISO(ZONE).toPlainDate().subtract({ days: 2 }).toString()
  await addApprovalTimes(now, driverIds)
  if (refusedPaper)
    await makeChange('paper.standing', now.subtract({ hours: 2 }), (change) =>
      notePlatformReview(change, refusedPaper.id, {
        provider: 'uber',
        state: 'refused',
        onDay: seen,
        words: REFUSED.words,
      }),
    )
}

/** Days on which some documents were sent to Uber or Bolt, and accepted there. */
const TAKEN = [
  { ref: 'M1', provider: 'uber', sent: 40, accepted: 38 },
  { ref: 'M2', provider: 'uber', sent: 33, accepted: 28 },
  { ref: 'M6', provider: 'uber', sent: 20, accepted: 17 },
  { ref: 'M2', provider: 'bolt', sent: 33, accepted: 32 },
  { ref: 'M6', provider: 'bolt', sent: 20, accepted: 19 },
] as const

async function addApprovalTimes(now: Temporal.Instant, driverIds: ReadonlyMap<string, string>): Promise<void> {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  for (const { ref, provider, sent, accepted } of TAKEN) {
    const slots = await listSlots({ holder: 'driver', id: requireValue(driverIds, ref) }, now)
    const paper = slots.find(({ kind }) => kind.code === REFUSED.kind)?.current
    if (!paper) continue
    for (const [state, ago] of [
      ['sent', sent],
      ['accepted', accepted],
    ] as const)
      await makeChange('paper.standing', now.subtract({ hours: 24 * ago }), (change) =>
        notePlatformReview(change, paper.id, {
          provider,
          state,
          onDay: today.subtract({ days: ago }).toString(),
          words: '',
        }),
      )
  }
}

async function insertPapers(change: Change, holders: readonly Holder[], kinds: readonly PaperKind[]): Promise<void> {
  const today = change.now.toZonedDateTimeISO(ZONE).toPlainDate()
  const absent = new Set([ASKED, SENT, ...MISSING].map(({ ref, kind }) => `${ref} ${kind}`))
  const papers = holders.flatMap((holder, place) =>
    kinds
      .filter((kind) => isAskedOf(kind, holder) && !absent.has(`${holder.key} ${kind.code}`))
      .map((kind, at) => paperOf(change, kind, holder, { today, share: (place * 3 + at) % 6 })),
  )
  for (const part of inParts(papers)) await change.tx.insertInto('papers').values(part).execute()
}

function isAskedOf({ holder, appliesTo }: PaperKind, { of, regime }: Holder): boolean {
  return holder === of && (appliesTo.length === 0 || (regime !== null && appliesTo.includes(regime)))
}

/** An accepted document; `share`: how many tenths of its validity are over. */
function paperOf(
  { now, actor }: Change,
  { code, hasExpiry, validMonths, namesApplication }: PaperKind,
  { key, ids }: Holder,
  { today, share }: { today: Temporal.PlainDate; share: number },
) {
  const id = randomUUID()
  const months = validMonths ?? USUAL_MONTHS
  const ends = ENDS[`${key} ${code}`]
  const issued =
    ends === undefined
      ? today.subtract({ months: Math.floor((months * share) / 10), days: 5 + share })
      : today.add({ days: ends }).subtract({ months })
  const at = now.toString()
  return {
    id,
    kind: code,
    ...ids,
    state: 'accepted',
    number: hasExpiry
      ? sealFor('papers.number', id, namesApplication ? RECORD_NAME : `ZX-${id.slice(0, 6).toUpperCase()}`)
      : null,
    issued_on: issued.toString(),
    expires_on: hasExpiry && !namesApplication ? usualEnd(issued.toString(), months) : null,
    sent_at: at,
    sent_by: actor.uid,
    answered_at: at,
    answered_by: actor.uid,
  }
}
