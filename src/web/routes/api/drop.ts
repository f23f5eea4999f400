import { Refusal } from '#domain/refusal.ts'
import { deliver } from '#features/imports/deliveries/commands.server.ts'
import { findWayOfKey } from '#features/imports/deliveries/queries.server.ts'
import { inLanguage, languageOf } from '#messages/language.ts'
import { refusalSentence } from '#messages/refusal-words.ts'
import { translator } from '#messages/translate.ts'
import { requestContext } from '#web/context.ts'
import { withFiles } from '#web/routes/admin/data/uploads.server.ts'
import { siteAddress } from '#web/site-address.server.ts'
import type { Route } from './+types/drop.ts'

/** The address only takes files, and says so to a reader who opens it. */
export const loader = () => new Response(null, { status: 405, headers: { allow: 'POST' } })

/**
 * Takes files from a program that shows a key of the office, stores them as a drop, and answers their results as JSON.
 * Nothing of the body is read before the key is known. Errors are answered as problem details (RFC 9457), with the code of
 * the refusal.
 */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const language = languageOf(new URL(request.url).pathname)
  const t = translator(language)
  const problem = (code: string, params: Refusal['params'], status: number) =>
    Response.json(
      { type: 'about:blank', status, title: refusalSentence(t, code, params) ?? code, code },
      {
        status,
        headers: {
          ...NOT_KEPT,
          'content-type': 'application/problem+json',
          ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
        },
      },
    )
  const [, key] = /^Bearer +(\S{20,200})$/i.exec(request.headers.get('authorization') ?? '') ?? []
  const deliveryWay = key === undefined ? null : await findWayOfKey(key)
  if (deliveryWay === null) return problem('delivery.key-unknown', {}, 401)
  try {
    const { drop, outcome, question } = await withFiles(request, ({ files }) =>
      deliver(deliveryWay, files, context.get(requestContext).now),
    )
    const where = `${siteAddress()}${inLanguage(`/admin/data/drops/${drop}`, language)}`
    return Response.json(
      { drop: where, outcome, question: question && t(`page.deliveries.questions.${question}`) },
      { status: 201, headers: NOT_KEPT },
    )
  } catch (error) {
    if (error instanceof Refusal) return problem(error.code, error.params, error.status)
    throw error
  }
}

const NOT_KEPT = { 'cache-control': 'no-store' }
