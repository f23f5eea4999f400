import { createHash } from 'node:crypto'
import { data, redirect, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { type Actor, type Change, carryOut } from '#features/audit/commands.server.ts'
import { inTurn } from '#features/files/turns/commands.server.ts'
import { isPanelPath } from '#platform/requests.ts'
import { isDatabaseBusy, isDiskFull, isDiskShut } from '#platform/trouble.ts'
import { isOutOfTime } from '#platform/work.ts'
import { requestContext, userContext } from './context.ts'
import { WAITED } from './enhancing/outbox-store.ts'
import { isOffice, placeAt, powerAt } from './places.ts'
import { plainPath } from './plain-path.ts'
import { isSecret, readForm } from './read-form.server.ts'
import type { Reply } from './reply.ts'
import { personMark, requireAdmin } from './session.server.ts'

/** Name of the hidden field that makes a form act once. */
export const KEY_FIELD = 'idempotencyKey'
/** Name of the field in which a phone says who filled a form in that waited to be sent (`enhancing/outbox.ts`). */
const FILLER_FIELD = 'filledBy'

/** Reads for a screen. A refusal becomes an error page with its own status; a defect stays a defect. */
export async function show<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    throw data({ code: refusal.code, params: refusal.params }, refusal.status)
  }
}

/**
 * The refusal that an error is: one of the house, of a disk without room or that cannot be used, or of the database, which gives up what takes
 * too long and has no connection left.
 */
function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (isDiskFull(error)) return new Refusal('disk.full')
  if (isDiskShut(error)) return new Refusal('disk.shut')
  if (isDatabaseBusy(error)) return new Refusal('request.busy')
  return isOutOfTime(error) ? new Refusal('request.too-slow') : null
}

type Sent = { request: Request; context: Readonly<RouterContextProvider> }

/** The reader may send a form to this address, by the table of places; elsewhere than in the office nothing is asked here. */
export function requireSender({ request, context }: Sent): void {
  const { pathname } = new URL(request.url)
  const power = powerAt(pathname)
  if (power) requireAdmin(context, power)
  // What the table does not know takes no form: a place that was forgotten there is closed here too.
  else if (isOffice(pathname) && placeAt(pathname)?.asks === undefined) throw new Refusal('access.scope')
}

/** What a browser fetched while the pointer was on a link is as it was before. */
const FORGETS = { 'clear-site-data': '"prefetchCache"' }

type Typed = { form: FormData; values: Record<string, string> }

/**
 * Acts on a form and goes on to the address that `act` answers, or gives back what was typed and what was wrong.
 * One transaction, one audit event, once per form. Works without JavaScript. Who lacks the power that the table of places
 * asks for is refused before the form is looked at. `action` names the event; of a form that may ask several things, by what
 * was asked. What `first` writes stays written although the form is refused: it runs before the transaction begins.
 */
export async function submit<Schema extends z.ZodType>(
  { request, context }: Sent,
  action: string | ((input: z.output<Schema>) => string),
  schema: Schema,
  act: (input: z.output<Schema>, change: Change) => Promise<string>,
  first: (input: z.output<Schema>) => Promise<void> = async () => {},
) {
  try {
    requireSender({ request, context })
  } catch (error) {
    return refusedFor(error, {})
  }
  return answer(request, schema, async (input, { form, values }) => {
    requireFiller(form, context)
    await first(input)
    const { now } = context.get(requestContext)
    // The same form under another name of the same site is the same form.
    const { pathname, search } = new URL(request.url)
    const target = await carryOut(
      {
        actor: actorOf(context),
        action: typeof action === 'string' ? action : action(input),
        now,
        key: keyOf(form),
        request: [pathname + search, values, ...(await filesIn(form))],
      },
      (change) => act(input, change),
    )
    return redirect(target, { status: 303, headers: FORGETS })
  })
}

/**
 * Like `submit`, for a command that must not be one transaction, as signing in: `act` makes the whole answer. A form that was
 * `received` already is not read again.
 */
export async function answer<Schema extends z.ZodType, Result>(
  request: Request,
  schema: Schema,
  act: (input: z.output<Schema>, typed: Typed) => Promise<Result>,
  received: FormData | null = null,
) {
  const form = received ?? (await readForm(request))
  const values = typedValues(form)
  const parsed = schema.safeParse(valuesWithLists(form))
  if (!parsed.success) {
    return data<Reply>({ values, fieldErrors: errorsOf(parsed.error), refusal: null, ...chosenIn(form) }, 422)
  }
  try {
    const acts = () => act(parsed.data, { form, values })
    // Files that came in before the form was read are not in it.
    return await (received !== null || bringsFiles(form) ? inTurn(keeperOf(request), acts) : acts())
  } catch (error) {
    return refusedFor(error, values, chosenIn(form))
  }
}

function bringsFiles(form: FormData): boolean {
  return [...form.values()].some((value) => typeof value !== 'string' && value.size > 0)
}

/** Which files were chosen, to be asked for again where the form comes back. */
function chosenIn(form: FormData): Pick<Reply, 'chosen'> {
  const files = [...form].flatMap(([name, value]) =>
    typeof value === 'string' || value.size === 0 ? [] : [{ name, filename: value.name }],
  )
  if (files.length === 0) return {}
  const byField = [...Map.groupBy(files, ({ name }) => name)]
  return { chosen: Object.fromEntries(byField.map(([name, of]) => [name, of.map(({ filename }) => filename)])) }
}

const keeperOf = ({ url }: Request) => (isPanelPath(plainPath(new URL(url).pathname)) ? 'panel' : 'site')

/** A form that is only looked at: the page again with what was typed, what is wrong of it, and what `see` says of it. Nothing is done. */
export async function look<Schema extends z.ZodType, Seen>(
  sent: Sent,
  schema: Schema,
  see: (input: z.output<Schema>) => Promise<Seen>,
) {
  try {
    requireSender(sent)
  } catch (error) {
    return refusedFor(error, {})
  }
  return answer(sent.request, schema, async (input, { values }) =>
    data<Reply & { seen: Seen }>({ values, fieldErrors: {}, refusal: null, seen: await see(input) }),
  )
}

/** What is wrong, by field; under no name what is wrong with the form as a whole, for a form never comes back without a word. */
export function errorsOf(error: z.ZodError): Reply['fieldErrors'] {
  const { formErrors, fieldErrors } = z.flattenError(error)
  return { ...(formErrors.length > 0 ? { '': formErrors } : {}), ...(fieldErrors as Record<string, string[]>) }
}

/** The page again, with what was typed and why not; a defect stays a defect. */
function refusedFor(error: unknown, values: Record<string, string>, chosen: Pick<Reply, 'chosen'> = {}) {
  const refusal = refusalOf(error)
  if (!refusal) throw error
  const { code, params, status } = refusal
  const wait = params['retryAfter']
  const headers = wait === undefined ? {} : { 'retry-after': String(wait) }
  return data<Reply>({ values, fieldErrors: {}, refusal: { code, params }, ...chosen }, { status, headers })
}

/** A phone goes from hand to hand: what one account filled in is not sent in the name of another. Refuses `form.other-account`. */
function requireFiller(form: FormData, context: Readonly<RouterContextProvider>): void {
  const filler = form.get(FILLER_FIELD)
  const uid = context.get(userContext)?.uid
  if (!filler || uid === undefined || filler === uid || filler === personMark(uid)) return
  throw new Refusal('form.other-account')
}

/**
 * When a form was filled in: now, less the seconds for which it waited on a phone, which counts them by one clock (`enhancing/outbox.ts`).
 * The header is no part of the form, so that every try of it is the same request.
 */
export function filledAt(request: Request, now: Temporal.Instant): Temporal.Instant {
  const said = request.headers.get(WAITED) ?? ''
  return /^\d{1,7}$/.test(said) ? now.subtract({ seconds: Number(said) }) : now
}

/** The files of a form by name and hash: the same words with another photo are another request. */
async function filesIn(form: FormData): Promise<string[]> {
  const files: string[] = []
  for (const [name, value] of form) {
    if (typeof value === 'string' || value.size === 0) continue
    const hash = createHash('sha256')
    for await (const piece of value.stream()) hash.update(piece)
    files.push(`${name} ${hash.digest('hex')}`)
  }
  return files
}

/** The key that makes a form act once, or `null`: the forms of this site send a UUID. */
export function keyOf(form: FormData): string | null {
  const key = form.get(KEY_FIELD)
  return typeof key === 'string' && /^[\w-]{8,64}$/.test(key) ? key : null
}

/** Who stands behind a request, for the audit log. */
export function actorOf(context: Readonly<RouterContextProvider>): Actor {
  const user = context.get(userContext)
  const { address, id } = context.get(requestContext)
  return { uid: user?.uid ?? null, role: user?.role ?? 'anonymous', address, requestId: id }
}

/** What was typed; of a field that may come several times, `name[]`, every value on a line of its own. */
function typedValues(form: FormData): Record<string, string> {
  const values = new Map<string, string[]>()
  for (const [name, value] of form) {
    if (typeof value !== 'string' || isSecret(name)) continue
    const before = name.endsWith('[]') ? (values.get(name) ?? []) : []
    before.push(value)
    values.set(name, before)
  }
  return Object.fromEntries([...values].map(([name, lines]) => [name, lines.join('\n')]))
}

/**
 * A field that may come several times is named `name[]` and reaches the schema as a list `name`; of any other the first
 * counts. Read in one pass, and into own properties only: a form of many or of odd names costs and changes nothing.
 */
export function valuesWithLists(form: FormData): Record<string, unknown> {
  const values = new Map<string, FormDataEntryValue | FormDataEntryValue[]>()
  for (const [field, value] of form) {
    const name = field.endsWith('[]') ? field.slice(0, -2) : field
    const known = values.get(name)
    if (name === field) {
      if (known === undefined) values.set(name, value)
    } else if (Array.isArray(known)) known.push(value)
    else values.set(name, [value])
  }
  return Object.fromEntries(values)
}
