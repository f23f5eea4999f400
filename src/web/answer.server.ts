import { createHash } from 'node:crypto'
import { data, redirect, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { type Actor, type Change, carryOut } from '#features/audit/commands.server.ts'
import { inTurn } from '#features/files/turns/commands.server.ts'
import { isUntouched } from '#forms/merge.ts'
import { isPanelPath } from '#platform/requests.ts'
import { isDatabaseBusy, isDiskFull, isDiskShut } from '#platform/trouble.ts'
import { isStatementTimeout } from '#platform/work.ts'
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
 * The refusal that an error stands for: one of the house, a disk that is full or cannot be used, or a database that has no connection left
 * or gave up a read that took too long. `null` for a defect.
 */
function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (isDiskFull(error)) return new Refusal('disk.full')
  if (isDiskShut(error)) return new Refusal('disk.shut')
  if (isDatabaseBusy(error)) return new Refusal('request.busy')
  return isStatementTimeout(error) ? new Refusal('request.too-slow') : null
}

type Sent = { request: Request; context: Readonly<RouterContextProvider> }

/** Refuses a person who lacks the power that the table of places asks for at this address. Addresses outside the office ask none. */
export function requireSender({ request, context }: Sent): void {
  const { pathname } = new URL(request.url)
  const power = powerAt(pathname)
  if (power) requireAdmin(context, power)
  // Refuse a form to an office address that the table of places does not list, so that a forgotten entry opens nothing.
  else if (isOffice(pathname) && placeAt(pathname)?.asks === undefined) throw new Refusal('access.scope')
}

/** Makes the browser drop the pages that it fetched ahead, while the pointer was on a link: they show the state before the form. */
const CLEAR_PREFETCHED = { 'clear-site-data': '"prefetchCache"' }

type TypedForm = { form: FormData; values: Record<string, string> }

/**
 * Acts on a form and goes on to the address that `act` answers, or gives back what was typed and what was wrong. One
 * transaction, one audit event, once per form. Works without JavaScript. A reader without the power that the table of places
 * asks for is refused before the form is read. `action` names the event; where a form can ask for several things, a function
 * picks the name by the input. `beforeTransaction` runs before the transaction begins: what it writes stays,
 * also when the form is refused.
 */
export async function submit<Schema extends z.ZodType>(
  { request, context }: Sent,
  action: string | ((input: z.output<Schema>) => string),
  schema: Schema,
  act: (input: z.output<Schema>, change: Change) => Promise<string>,
  beforeTransaction: (input: z.output<Schema>) => Promise<void> = async () => {},
) {
  try {
    requireSender({ request, context })
  } catch (error) {
    return refusedFor(error, {})
  }
  return answer(request, schema, async (input, { form, values }) => {
    requireFiller(form, context)
    await beforeTransaction(input)
    const { now } = context.get(requestContext)
    // The key knows the path, not the host: the same form sent under another host name of this site is the same form.
    const { pathname, search } = new URL(request.url)
    // Secret values are not among the values.
    const isWhole = !hasFiles(form) && ![...form.keys()].some(isSecret)
    const changesNothing = values['version'] !== undefined && isWhole && isUntouched(values)
    const target = await carryOut(
      {
        actor: actorOf(context),
        action: typeof action === 'string' ? action : action(input),
        now,
        key: keyOf(form),
        request: [pathname + search, values, ...(await filesIn(form))],
      },
      async (change) => {
        const to = await act(input, change)
        if (changesNothing) throw new NothingChanged(to)
        return to
      },
    ).catch((error: unknown) => {
      if (error instanceof NothingChanged) return error.to
      throw error
    })
    return redirect(target, { status: 303, headers: CLEAR_PREFETCHED })
  })
}

/**
 * Takes back the saving of a record as it was: otherwise its version would rise, and somebody else's form would be refused for a change
 * that nobody made.
 */
class NothingChanged extends Error {
  readonly to: string
  constructor(to: string) {
    super('The form changes nothing.')
    this.to = to
  }
}

/**
 * Like `submit`, for a command that must not be one transaction, such as signing in: `act` makes the whole answer. A form
 * that was `received` already is not read again.
 */
export async function answer<Schema extends z.ZodType, Result>(
  request: Request,
  schema: Schema,
  act: (input: z.output<Schema>, typed: TypedForm) => Promise<Result>,
  received: FormData | null = null,
) {
  const form = received ?? (await readForm(request))
  const values = typedValues(form)
  const parsed = schema.safeParse(valuesWithLists(form))
  if (!parsed.success) {
    return data<Reply>({ values, fieldErrors: errorsOf(parsed.error), refusal: null, ...chosenIn(form) }, 422)
  }
  try {
    const run = () => act(parsed.data, { form, values })
    // A form `received` earlier no longer holds its files, so it waits for its turn as one that brings files.
    return await (received !== null || hasFiles(form) ? inTurn(turnOf(request), run) : run())
  } catch (error) {
    return refusedFor(error, values, chosenIn(form))
  }
}

function hasFiles(form: FormData): boolean {
  return [...form.values()].some((value) => typeof value !== 'string' && value.size > 0)
}

/** The names of the files that were chosen, so that the page can ask for them again when the form comes back. */
function chosenIn(form: FormData): Pick<Reply, 'chosen'> {
  const files = [...form].flatMap(([name, value]) =>
    typeof value === 'string' || value.size === 0 ? [] : [{ name, filename: value.name }],
  )
  if (files.length === 0) return {}
  const byField = [...Map.groupBy(files, ({ name }) => name)]
  return {
    chosen: Object.fromEntries(
      byField.map(([name, filesOfField]) => [name, filesOfField.map(({ filename }) => filename)]),
    ),
  }
}

const turnOf = ({ url }: Request) => (isPanelPath(plainPath(new URL(url).pathname)) ? 'panel' : 'site')

/** Handles a form that only asks for a preview: shows the page again with what was typed, its errors, and what `see` answers. Changes nothing. */
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

/** The errors by field; the errors of the whole form stand under the empty name, so that a form never comes back without a reason. */
export function errorsOf(error: z.ZodError): Reply['fieldErrors'] {
  const { formErrors, fieldErrors } = z.flattenError(error, codeOf)
  return { ...(formErrors.length > 0 ? { '': formErrors } : {}), ...(fieldErrors as Record<string, string[]>) }
}

/** The code of what is wrong; of a text that is too long with its limit, which `errorText` says. */
function codeOf(issue: z.core.$ZodIssue): string {
  const isTooLong = issue.code === 'too_big' && issue.message === 'field.too-long'
  return isTooLong ? `field.longer-than ${issue.maximum}` : issue.message
}

/** Shows the page again with what was typed and the refusal. Throws what is a defect. */
function refusedFor(error: unknown, values: Record<string, string>, chosen: Pick<Reply, 'chosen'> = {}) {
  const refusal = refusalOf(error)
  if (!refusal) throw error
  const { code, params, status } = refusal
  const wait = params['retryAfter']
  const headers = wait === undefined ? {} : { 'retry-after': String(wait) }
  return data<Reply>({ values, fieldErrors: {}, refusal: { code, params }, ...chosen }, { status, headers })
}

/** Refuses `form.other-account` for a form that waited on a phone while another account signed in there. */
function requireFiller(form: FormData, context: Readonly<RouterContextProvider>): void {
  const filler = form.get(FILLER_FIELD)
  const uid = context.get(userContext)?.uid
  if (!filler || uid === undefined || filler === uid || filler === personMark(uid)) return
  throw new Refusal('form.other-account')
}

/**
 * The moment a form was filled in: now, less the seconds that it waited on a phone, as the phone itself counted them
 * (`enhancing/outbox.ts`). The seconds travel in a header and not in the form, so that every try is the same request.
 */
export function filledAt(request: Request, now: Temporal.Instant): Temporal.Instant {
  const waited = request.headers.get(WAITED) ?? ''
  return /^\d{1,7}$/.test(waited) ? now.subtract({ seconds: Number(waited) }) : now
}

/** The files of a form by name and hash, so that the same words with another photo are another request. */
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

/** The person behind a request, for the audit log. */
export function actorOf(context: Readonly<RouterContextProvider>): Actor {
  const user = context.get(userContext)
  const { address, id } = context.get(requestContext)
  return { uid: user?.uid ?? null, role: user?.role ?? 'anonymous', address, requestId: id }
}

/** The typed values; a field that may come several times (`name[]`) has each value on a line of its own. */
function typedValues(form: FormData): Record<string, string> {
  const values = new Map<string, string[]>()
  for (const [name, value] of form) {
    if (typeof value !== 'string' || isSecret(name)) continue
    const lines = name.endsWith('[]') ? (values.get(name) ?? []) : []
    lines.push(value)
    values.set(name, lines)
  }
  return Object.fromEntries([...values].map(([name, lines]) => [name, lines.join('\n')]))
}

/**
 * A field that may come several times is named `name[]` and reaches the schema as a list `name`; of any other the first
 * counts. It reads the form once, and writes own properties only: a form with thousands of names costs little, and one with a
 * name such as `__proto__` changes nothing.
 */
export function valuesWithLists(form: FormData): Record<string, unknown> {
  const values = new Map<string, FormDataEntryValue | FormDataEntryValue[]>()
  for (const [field, value] of form) {
    const name = field.endsWith('[]') ? field.slice(0, -2) : field
    const earlier = values.get(name)
    if (name === field) {
      if (earlier === undefined) values.set(name, value)
    } else if (Array.isArray(earlier)) earlier.push(value)
    else values.set(name, [value])
  }
  return Object.fromEntries(values)
}
