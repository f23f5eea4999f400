import { type LoaderFunctionArgs, redirect } from 'react-router'
import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { languageOf } from '#messages/language.ts'
import { look, show, submit } from './answer.server.ts'
import { attachment } from './attachment.ts'
import { requestContext } from './context.ts'
import { sameLanguage, translatorFor } from './i18n.tsx'
import { placeAt, recordAt } from './places.ts'
import { requireAdmin } from './session.server.ts'

/* The `loader` and the `action` of a screen of the office, each one export of its file. The table of places (`places.ts`) says who may
 * open a screen and send its form: the guard has asked it before these run, and they ask it again. */

/** The arguments of a screen's functions besides its address. */
export type Asking = { now: Temporal.Instant; t: Translator }

/**
 * The `loader` of a screen: its data. A refusal becomes an error page with its own status, but a reader who opens a small act that is
 * done already, as by the back button, is redirected to its record.
 */
export function shows<Args extends LoaderFunctionArgs, Shown>(read: (args: Args, asking: Asking) => Promise<Shown>) {
  return (args: Args) =>
    show(async () => {
      requireReader(args)
      try {
        return await read(args, askingOf(args))
      } catch (error) {
        throw redirectToRecord(args, error) ?? error
      }
    })
}

/** The redirect to the record of a small act that does not exist or is not possible any more. */
function redirectToRecord({ request }: LoaderFunctionArgs, error: unknown): Response | null {
  const record = recordAt(new URL(request.url).pathname)
  if (record === null || !(error instanceof Refusal) || ![404, 409].includes(error.status)) return null
  return redirect(sameLanguage(request, `${record}?already`), 303)
}

/**
 * The `action` of a screen: `submit`, with the event of this name; a form that can ask for several things picks the name
 * by its input. `act` answers where to go on, in Portuguese; the reader goes there in the language of the page.
 */
export function saves<Args extends LoaderFunctionArgs, Schema extends z.ZodType>(
  event: string | ((input: z.output<Schema>) => string),
  schema: Schema,
  act: (change: Change, input: z.output<Schema>, args: Args) => Promise<string>,
) {
  return (args: Args) =>
    submit(args, event, schema, async (input, change) => sameLanguage(args.request, await act(change, input, args)))
}

/** The `action` of a question that is answered by its button alone: its form has no field. */
export function confirms<Args extends LoaderFunctionArgs>(
  event: string,
  act: (change: Change, args: Args) => Promise<string>,
) {
  return saves(event, z.object({}), (change, _, args: Args) => act(change, args))
}

/**
 * The `action` of a form with a preview: sent to `?look`, it comes back to its page as typed, or with its errors, and nothing
 * is saved; otherwise it is saved.
 */
export function looksFirst<Args extends LoaderFunctionArgs, Schema extends z.ZodType, Saved>(
  schema: Schema,
  save: (args: Args) => Promise<Saved>,
) {
  return seesFirst(schema, async () => null, save)
}

/** The `action` of a form that is answered on its own page with what `see` found, without a redirect: nothing is saved. */
export function sees<Args extends LoaderFunctionArgs, Schema extends z.ZodType, Seen>(
  schema: Schema,
  see: (input: z.output<Schema>, asking: Asking, args: Args) => Promise<Seen>,
) {
  return (args: Args) => look(args, schema, (input) => see(input, askingOf(args), args))
}

/** The `action` of a form whose effect is worked out before it is saved: sent to `?look`, the page also gets what `see` found. */
export function seesFirst<Args extends LoaderFunctionArgs, Schema extends z.ZodType, Seen, Saved>(
  schema: Schema,
  see: (input: z.output<Schema>, asking: Asking, args: Args) => Promise<Seen>,
  save: (args: Args) => Promise<Saved>,
) {
  return (args: Args) =>
    new URL(args.request.url).searchParams.has('look')
      ? look(args, schema, (input) => see(input, askingOf(args), args))
      : save(args)
}

export type Paper = { name: string; bytes: Uint8Array; mediaType: string }

/** The `loader` of a file. */
export function paper<Args extends LoaderFunctionArgs>(read: (args: Args, asking: Asking) => Promise<Paper>) {
  return (args: Args) =>
    show(async () => {
      requireReader(args)
      const { name, bytes, mediaType } = await read(args, askingOf(args))
      return attachment(name, bytes, mediaType)
    })
}

function askingOf({ context, request }: LoaderFunctionArgs): Asking {
  return { now: context.get(requestContext).now, t: translatorFor(languageOf(new URL(request.url).pathname)) }
}

/**
 * An office address that the table of places does not know counts as the office's too: a place that somebody forgot
 * there is closed, not open.
 */
function requireReader({ request, context }: LoaderFunctionArgs): void {
  const place = placeAt(new URL(request.url).pathname)
  requireAdmin(context, place?.kind === 'file' && place.asks && place.asks !== 'anybody' ? place.asks : 'read')
}
