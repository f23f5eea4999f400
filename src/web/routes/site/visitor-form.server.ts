import { type HeadersArgs, redirect, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { carryOut, type Change } from '#features/audit/commands.server.ts'
import { isCompanySet } from '#features/company/queries.server.ts'
import { guardVisitor } from '#features/visitors/commands.server.ts'
import { type VisitorForm, visitorFields } from '#features/visitors/schema.ts'
import { actorOf, answer, keyOf } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'

type Sent<Schema> = {
  request: Request
  context: Readonly<RouterContextProvider>
  /** The form whose rate limit counts. */
  form: VisitorForm
  action: string
  schema: Schema
}

/**
 * Acts on a form that anybody may send, like `submit`, once the guard has let it through. The guard counts before the change's
 * transaction begins, so that a request never holds two connections. Refuses `company.not-set` before the operator has said who
 * it is: nobody should give a name and a number to a stranger.
 */
export function submitVisitorForm<Schema extends z.ZodType>(
  { request, context, form, action, schema }: Sent<Schema>,
  act: (input: z.output<Schema>, change: Change, stamp: string) => Promise<string>,
) {
  return answer(request, schema, async (input, { form: sent, values }) => {
    if (!(await isCompanySet())) throw new Refusal('company.not-set')
    const { now, address } = context.get(requestContext)
    await guardVisitor(form, visitorFields.parse(values), { now, address })
    const { stamp = '', ...said } = values
    const order = { actor: actorOf(context), action, now, key: keyOf(sent), request: [request.url, said] }
    return redirect(await carryOut(order, (change) => act(input, change, stamp)), 303)
  })
}

/** Headers of a page for one reader: no cache stores it, no search engine lists it, and no other site sees its address. */
export function privateHeaders({ actionHeaders, errorHeaders }: HeadersArgs): Headers {
  const headers = new Headers(errorHeaders ?? actionHeaders)
  headers.set('cache-control', 'no-store')
  headers.set('x-robots-tag', 'noindex, nofollow')
  headers.set('referrer-policy', 'same-origin')
  return headers
}
