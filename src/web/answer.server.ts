import { data, redirect, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { type Actor, type Deed, carryOut } from '#features/audit/commands.server.ts'
import { requestContext, userContext } from './context.ts'
import type { Reply } from './reply.ts'

/** Name of the hidden field that makes a form act once. */
export const KEY_FIELD = 'idempotencyKey'

/** Reads for a screen. A refusal becomes an error page with its own status; a defect stays a defect. */
export async function show<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw data({ code: error.code, params: error.params }, error.status)
  }
}

type Typed = { form: FormData; values: Record<string, string> }

/**
 * Acts on a form and goes on to the address that `act` answers, or gives back what was typed and what was wrong.
 * One transaction, one audit event, once per form. Works without JavaScript.
 */
export function submit<Schema extends z.ZodType>(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  action: string,
  schema: Schema,
  act: (input: z.output<Schema>, deed: Deed) => Promise<string>,
) {
  return answer(request, schema, async (input, { form, values }) => {
    const { now } = context.get(requestContext)
    const key = form.get(KEY_FIELD)
    const target = await carryOut(
      {
        actor: actorOf(context),
        action,
        now,
        key: typeof key === 'string' && key ? key : null,
        request: [request.url, values],
      },
      (deed) => act(input, deed),
    )
    return redirect(target, 303)
  })
}

/** Like `submit`, for a command that must not be one transaction, as signing in: `act` makes the whole answer. */
export async function answer<Schema extends z.ZodType, Result>(
  request: Request,
  schema: Schema,
  act: (input: z.output<Schema>, typed: Typed) => Promise<Result>,
) {
  const form = await request.formData()
  const values = typedValues(form)
  const parsed = schema.safeParse(valuesWithLists(form))
  if (!parsed.success) {
    const { fieldErrors } = z.flattenError(parsed.error)
    return data<Reply>({ values, fieldErrors: fieldErrors as Record<string, string[]>, refusal: null }, 422)
  }
  try {
    return await act(parsed.data, { form, values })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, params, status } = error
    const wait = params['retryAfter']
    const headers = wait === undefined ? {} : { 'retry-after': String(wait) }
    return data<Reply>({ values, fieldErrors: {}, refusal: { code, params } }, { status, headers })
  }
}

/** Who stands behind a request, for the audit log. */
export function actorOf(context: Readonly<RouterContextProvider>): Actor {
  const user = context.get(userContext)
  const { address, id } = context.get(requestContext)
  return { uid: user?.uid ?? null, role: user?.role ?? 'anonymous', address, requestId: id }
}

function typedValues(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string' && !isSecret(entry[0])),
  )
}

/** Passwords are never sent back to the page. */
function isSecret(name: string): boolean {
  return /password|code/i.test(name)
}

/** A field that may come several times is named `name[]` and reaches the schema as a list `name`. */
function valuesWithLists(form: FormData): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const name of new Set(form.keys())) {
    if (name.endsWith('[]')) values[name.slice(0, -2)] = form.getAll(name)
    else values[name] = form.get(name)
  }
  return values
}
