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

/** The platforms are connected, to the small services that stand for them: Bolt's last weeks have come, Uber's last files wait,
 * and trackers have read the cars that have one. */
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

/** The server of the operator's own trackers is asked for what it knows: the devices are made by then. */
export async function connectTrackers(now: Temporal.Instant): Promise<void> {
  const end = await startLocalServices()
  try {
    await connect('traccar', DEMO_TRACCAR, now)
  } finally {
    await end()
  }
}

/** Who owes more than this is to drive without cash, once the office says so. */
const CASH_LIMIT = cents(50_00)
/** Whose debt asks for it, whose cash is off on Bolt already, and whom Uber gives no car, for it still looks at the papers. */
const CASH = { proposed: 'M6', done: WITHOUT_CASH, refused: 'M5' }

/** What the office wanted of the platforms: something waits for a yes, something is done, and something was refused. */
export async function actOnPlatforms(now: Temporal.Instant, driverIds: ReadonlyMap<string, string>): Promise<void> {
  const day = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const earlier = now.subtract({ hours: 5 })
  const want = (ref: string, more: Pick<NewAct, 'provider' | 'kind'> & Partial<NewAct>) =>
    makeChange('platform-act.propose', earlier, (change) =>
      proposeAct(change, { driverId: requireValue(driverIds, ref), cause: 'person', ...more }),
    )
  await makeChange('platform-act.rule', earlier, (change) =>
    saveCashRule(change, { isOn: true, limit: CASH_LIMIT, byItself: false }),
  )
  const end = await startLocalServices()
  try {
    await want(CASH.proposed, { provider: 'uber', kind: 'cash-off' })
    const done = await want(CASH.done, { provider: 'bolt', kind: 'cash-off', isConfirmed: true })
    await makeChange('platform-act.done', earlier, (change) => answerAct(change, done, 'done', day))
    const { id: vehicleId } = await db
      .selectFrom('assignments')
      .select('vehicle_id as id')
      .where('driver_id', '=', requireValue(driverIds, CASH.refused))
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    const wanted = { provider: 'uber' as const, kind: 'assign' as const, vehicleId, cause: 'hand-over' as const }
    await want(CASH.refused, { ...wanted, isConfirmed: true })
    await carryOutDue(now, { rest: async () => {} })
    await applyCashRule(now)
  } finally {
    await end()
  }
}

/** Weeks make themselves ready on Mondays, and somebody of the office asked for the one that has just ended: its files lie ready to be dropped. */
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
  // Nobody waits for reports that are made at the second look.
  const { trouble, detail } = await collectFrom(provider, { now, by: null, rest: async () => {} })
  if (trouble !== null) throw new Error(`The demonstration's own service was not understood: ${trouble} ${detail}`)
}
