import { db } from '#db/client.server.ts'
import { requireValue } from '#domain/certain.ts'
import { MONDAY_TIME } from '#domain/monday.ts'
import {
  type NewAct,
  carryOutDue,
  proposeAct,
  saveCashRule,
  answerAct,
  applyCashRule,
} from '#features/connections/acts/commands.server.ts'
import { setConnection } from '#features/connections/commands.server.ts'
import { type Provider, connectionInput } from '#features/connections/schema.ts'
import { collectFrom } from '#features/imports/platform-reports/commands.server.ts'
import { lookAtWeek, saveMondayTime } from '#features/weeks/mondays/commands.server.ts'
import { cents } from '#domain/money.ts'
import { ZONE } from '#domain/week.ts'
import { makeChange } from './change.server.ts'
import { DEMO_BOLT, WITHOUT_CASH } from './services/bolt-demo.ts'
import { DEMO_CARTRACK } from './services/cartrack-demo.ts'
import { startLocalServices } from './services/local.server.ts'
import { DEMO_TRACCAR } from './services/traccar-demo.ts'
import { DEMO_UBER } from './services/uber-demo.ts'

/**
 * Connects the platforms and trackers to the local services that imitate them: Bolt's last weeks are collected, Uber's
 * last files wait, and the odometers of tracked cars are read.
 */
export async function connectPlatforms(now: Temporal.Instant): Promise<void> {
  const end = await startLocalServices()
  try {
    await connect('bolt', DEMO_BOLT, now)
    await connect('uber', DEMO_UBER, now)
    await connect('cartrack', DEMO_CARTRACK, now)
  } finally {
    await end()
  }
}

/** Connects the server of the operator's own trackers; call it once the devices exist. */
export async function connectTrackers(now: Temporal.Instant): Promise<void> {
  const end = await startLocalServices()
  try {
    await connect('traccar', DEMO_TRACCAR, now)
  } finally {
    await end()
  }
}

/** Debt from which a driver is proposed to drive without cash. */
const CASH_LIMIT = cents(50_00)
/** Drivers: one whose debt proposes it, one without cash on Bolt already, and one to whom Uber gives no car while it checks the documents. */
const CASH = { proposed: 'M6', done: WITHOUT_CASH, refused: 'M5' }

/** Adds acts on the platforms: one waits for confirmation, one is done, and one was refused. */
export async function actOnPlatforms(now: Temporal.Instant, driverIds: ReadonlyMap<string, string>): Promise<void> {
  const day = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const earlier = now.subtract({ hours: 5 })
  const propose = (ref: string, more: Pick<NewAct, 'provider' | 'kind'> & Partial<NewAct>) =>
    makeChange('platform-act.propose', earlier, (change) =>
      proposeAct(change, { driverId: requireValue(driverIds, ref), cause: 'person', ...more }),
    )
  await makeChange('platform-act.rule', earlier, (change) =>
    saveCashRule(change, { isOn: true, limit: CASH_LIMIT, byItself: false }),
  )
  const end = await startLocalServices()
  try {
    await propose(CASH.proposed, { provider: 'uber', kind: 'cash-off' })
    const done = await propose(CASH.done, { provider: 'bolt', kind: 'cash-off', isConfirmed: true })
    await makeChange('platform-act.done', earlier, (change) => answerAct(change, done, 'done', day))
    const { id: vehicleId } = await db
      .selectFrom('assignments')
      .select('vehicle_id as id')
      .where('driver_id', '=', requireValue(driverIds, CASH.refused))
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    const assignment = { provider: 'uber' as const, kind: 'assign' as const, vehicleId, cause: 'hand-over' as const }
    await propose(CASH.refused, { ...assignment, isConfirmed: true })
    await carryOutDue(now, { rest: async () => {} })
    await applyCashRule(now)
  } finally {
    await end()
  }
}

/** Sets the time of the Monday look, and makes one look at the week that has just ended, whose files are still to be dropped. */
export async function prepareMondays(now: Temporal.Instant, by: string): Promise<void> {
  await makeChange('monday.save', now, (change) => saveMondayTime(change, { isOn: true, ...MONDAY_TIME }))
  const end = await startLocalServices()
  try {
    await lookAtWeek({ now, by, askedAt: now })
  } finally {
    await end()
  }
}

async function connect(provider: Provider, { id, secret }: { id: string; secret: string }, now: Temporal.Instant) {
  const input = connectionInput.parse({ intent: 'save', clientId: id, clientSecret: secret, everyHours: '3' })
  await makeChange('connection.save', now, (change) => setConnection(change, provider, input))
  // Do not wait for reports that are only made at the second look.
  const { trouble, detail } = await collectFrom(provider, { now, by: null, rest: async () => {} })
  if (trouble !== null) throw new Error(`The service of the demonstration failed: ${trouble} ${detail}`)
}
