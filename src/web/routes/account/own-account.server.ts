import { redirect, type RouterContextProvider } from 'react-router'
import { encode } from 'uqr'
import { otpauthAddress } from '#domain/otpauth.ts'
import { Refusal } from '#domain/refusal.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { rememberedBrand } from '#features/company/brand/queries.server.ts'
import { accountMailLeaves } from '#features/accounts/action-codes/queries.server.ts'
import {
  askForEmail,
  changePassword,
  confirmFactor,
  savePerson,
  startFactor,
  withdrawFactor,
} from '#features/accounts/own-account/commands.server.ts'
import { getOwnAccount, listFactors } from '#features/accounts/own-account/queries.server.ts'
import { type factorInput, type OwnAccountInput, ownAccountInput } from '#features/accounts/own-account/schema.ts'
import { chooseDigest } from '#features/weeks/digests/commands.server.ts'
import { findRhythm } from '#features/weeks/digests/queries.server.ts'
import { addPasskey, removePasskey, renamePasskey } from '#features/sessions/passkeys/commands.server.ts'
import { addSubscription, pushKeys, removeSubscription, savePushChoices } from '#features/mail/push/commands.server.ts'
import { listSubscriptions, readPushChoices } from '#features/mail/push/queries.server.ts'
import type { PushSubscription } from '#features/mail/push/schema.ts'
import { allowWhatsApp, withdrawWhatsApp } from '#features/mail/whatsapp/commands.server.ts'
import { readOwnWhatsApp } from '#features/mail/whatsapp/queries.server.ts'
import { endSession, endSessionsOf, type Visit } from '#features/sessions/commands.server.ts'
import type { Session } from '#features/sessions/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { actorOf, answer } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import {
  redirectAfterSignIn,
  ownDriver,
  pushMark,
  readPushMark,
  readToken,
  requireRecentSignIn,
  requireUser,
  sessionOf,
  toConfirm,
  visitOf,
  wantsSecondFactor,
} from '#web/session.server.ts'
import { passkeysHere } from './passkey-site.server.ts'

type Arrival = { request: Request; url: URL; context: Readonly<RouterContextProvider> }
/**
 * The secret for an authenticator app: the dark squares of its picture row by row, and the same in letters. `refusal`: why the last code
 * was wrong.
 */
export type Setup = { secret: string; setup: string; picture: boolean[][]; refusal: string | null }

/** The data of the page of the own account; none of it while the office looks at somebody else's area. */
export async function loadOwnAccount({ request, url, context }: Arrival) {
  const session = ownSession(context)
  if (session.viewing) return { isViewing: true, name: session.viewing.name } as const
  const rhythm = session.user.role === 'admin' ? await findRhythm(session.user.uid) : null
  const leaves = await accountMailLeaves()
  const hasPasskeys = (await passkeysHere(languageOf(url.pathname))) !== null
  return {
    isViewing: false,
    rhythm,
    leaves,
    hasPasskeys,
    push: await loadPush(session, request),
    whatsApp: session.user.role === 'driver' ? await readOwnWhatsApp(ownDriver(context)) : null,
    ...(await getOwnAccount(session, visitOf(request, context))),
  } as const
}

async function loadPush({ user: { uid } }: Session, request: Request) {
  const [{ publicKey }, devices, choices] = await Promise.all([
    pushKeys(),
    listSubscriptions(uid, readPushMark(request)),
    readPushChoices(uid),
  ])
  return { publicKey, devices, choices }
}

/** The data of the page on which a second factor must be set up before the office opens; `null` once that is done. */
export async function loadMissingFactor({ request, context }: Arrival): Promise<{ hasOne: boolean } | null> {
  const session = ownSession(context)
  if (!wantsSecondFactor(context)) return null
  const factors = await listFactors(session, visitOf(request, context))
  return { hasOne: factors !== null && factors.length > 0 }
}

/** Carries out one of the page's forms. A delicate one asks first who is there. */
export function changeOwnAccount(
  arrival: Arrival,
  changes: typeof ownAccountInput | typeof factorInput = ownAccountInput,
) {
  const { request, url, context } = arrival
  const session = ownSession(context)
  return answer(request, changes, async (act) => {
    if (DELICATE.has(act.intent)) requireRecentSignIn(context)
    try {
      return await carryOutAct(act, session, arrival)
    } catch (error) {
      // The identity service requires a more recent sign-in than we do.
      if (error instanceof Refusal && error.code === 'identity.requires-recent-login')
        throw toConfirm(context, session.user)
      if (error instanceof Refusal && act.intent === 'confirm-factor')
        return { ...(await setupOf(act.secret, act.setup, session, url)), refusal: error.code }
      throw error
    }
  })
}

const DELICATE: ReadonlySet<OwnAccountInput['intent']> = new Set([
  'email',
  'start-factor',
  'withdraw-factor',
  'add-passkey',
])

async function carryOutAct(act: OwnAccountInput, session: Session, { request, url, context }: Arrival) {
  const visit = visitOf(request, context)
  const query = new URLSearchParams(url.search)
  query.set('done', act.intent)
  const done = redirect(`${url.pathname}?${query}`, 303)
  if (act.intent === 'password') {
    const entrance = await changePassword(session, act, visit, readToken(request))
    const back = new URL(`?next=${encodeURIComponent(`${url.pathname}?done=password`)}`, url)
    return redirectAfterSignIn(request, back, entrance, context)
  }
  if (act.intent === 'start-factor') {
    const { secret, session: setup } = await startFactor(session, visit)
    return setupOf(secret, setup, session, url)
  }
  if (act.intent === 'confirm-factor') {
    const name = translator(languageOf(url.pathname))('page.account.mfa.app')
    await confirmFactor(session, { session: act.setup, code: act.code, name }, visit)
  } else if (act.intent === 'person') await savePerson(session, act, visit)
  else if (act.intent === 'email') await askForEmail(session, act.email, visit)
  else if (act.intent === 'withdraw-factor') await withdrawFactor(session, act.factor, visit)
  else if (act.intent === 'digest') await changeDigest(act, session, context)
  else if (act.intent === 'allow-whatsapp' || act.intent === 'withdraw-whatsapp') await changeWhatsApp(act, context)
  else if (act.intent === 'add-passkey') await addOne(act.passkey, session, { url, visit })
  else if (act.intent === 'rename-passkey' || act.intent === 'remove-passkey')
    await changePasskey(act, session, context)
  else if (act.intent === 'add-push') {
    const mark = await addPush(act.subscription, session, context)
    if (mark !== '') done.headers.append('set-cookie', pushMark(request, mark))
  } else if (act.intent === 'remove-push' || act.intent === 'choose-push') await changePush(act, session, context)
  else await endSessions(act, session, context)
  return done
}

async function changeDigest(
  act: Extract<OwnAccountInput, { intent: 'digest' }>,
  { user }: Session,
  context: Arrival['context'],
): Promise<void> {
  const { now } = context.get(requestContext)
  await carryOut({ actor: actorOf(context), action: 'digest.choose', now }, async (change) => {
    await chooseDigest(change, user, act)
    return null
  })
}

async function addOne(passkey: string, session: Session, { url, visit }: { url: URL; visit: Visit }): Promise<void> {
  const site = await passkeysHere(languageOf(url.pathname))
  if (!site) throw new Refusal('passkey.not-here')
  await addPasskey(session, passkey, site, visit)
}

async function changePasskey(
  act: Extract<OwnAccountInput, { intent: 'rename-passkey' | 'remove-passkey' }>,
  { user }: Session,
  context: Arrival['context'],
): Promise<void> {
  const { now } = context.get(requestContext)
  await carryOut({ actor: actorOf(context), action: `account.${act.intent}`, now }, async (change) => {
    if (act.intent === 'rename-passkey') await renamePasskey(change, user.uid, act)
    else await removePasskey(change, user.uid, act.id)
    return null
  })
}

async function addPush(
  subscription: PushSubscription,
  { id: sessionId, user: { uid } }: Session,
  context: Arrival['context'],
): Promise<string> {
  const { now, userAgent } = context.get(requestContext)
  let mark = ''
  await carryOut({ actor: actorOf(context), action: 'account.add-push', now }, async (change) => {
    mark = await addSubscription(change, { uid, sessionId, userAgent }, subscription)
    return null
  })
  return mark
}

async function changePush(
  act: Extract<OwnAccountInput, { intent: 'remove-push' | 'choose-push' }>,
  { user }: Session,
  context: Arrival['context'],
): Promise<void> {
  const { now } = context.get(requestContext)
  await carryOut({ actor: actorOf(context), action: `account.${act.intent}`, now }, async (change) => {
    if (act.intent === 'remove-push') await removeSubscription(change, user.uid, act.id)
    else await savePushChoices(change, user, act)
    return null
  })
}

async function changeWhatsApp(
  act: Extract<OwnAccountInput, { intent: 'allow-whatsapp' | 'withdraw-whatsapp' }>,
  context: Arrival['context'],
): Promise<void> {
  const driver = ownDriver(context)
  const { now } = context.get(requestContext)
  await carryOut({ actor: actorOf(context), action: `account.${act.intent}`, now }, async (change) => {
    if (act.intent === 'allow-whatsapp') await allowWhatsApp(change, driver, act.number)
    else await withdrawWhatsApp(change, driver)
    return null
  })
}

async function endSessions(act: OwnAccountInput, { id, user }: Session, context: Arrival['context']): Promise<void> {
  const { now } = context.get(requestContext)
  await carryOut({ actor: actorOf(context), action: 'account.end-session', now }, async (change) => {
    if (act.intent === 'end-session') await endSession(change, user.uid, act.session)
    else {
      change.note({ subject: `user:${user.uid}` })
      await endSessionsOf(change, user.uid, id)
    }
    return null
  })
}

async function setupOf(secret: string, setup: string, { user }: Session, url: URL): Promise<Setup> {
  const { name } = await rememberedBrand(languageOf(url.pathname))
  return {
    secret,
    setup,
    picture: encode(otpauthAddress({ secret, issuer: name, account: user.email }), { ecc: 'M', border: 0 }).data,
    refusal: null,
  }
}

function ownSession(context: Arrival['context']): Session {
  requireUser(context)
  const session = sessionOf(context)
  if (!session) throw new Refusal('access.signed-out')
  return session
}
