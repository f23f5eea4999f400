type Event = Record<string, unknown> & { level: number; time: number }

/** Pino's number of a warning; below it nothing went wrong. */
const WARNING = 40

/**
 * Writes a line of the log for a person at a terminal: `14:03:20 GET /admin 200 12 ms`. `null` for lines not worth
 * showing there, as for a style sheet. An error keeps its stack.
 */
export function readableLine(json: string): string | null {
  const event = JSON.parse(json) as Event
  const { level, method, path, status } = event
  if (typeof path === 'string' && level < WARNING && typeof status === 'number') {
    return isSubresource(path) && status < 400 ? null : `${clock(event)} ${method} ${path} ${status} ${event['ms']} ms`
  }
  return [`${clock(event)} ${event['msg'] ?? ''}${restOf(event)}`.trimEnd(), ...stackOf(event)].join('\n')
}

/** Whether a request is made by a page itself: scripts, styles, fonts, pictures, and the measurements it sends. */
function isSubresource(path: string): boolean {
  return /^\/(assets|fonts|icons|brand|social)\/|\.(css|js|woff2|png|svg|ico|webmanifest)(\?|$)|^\/(livez|readyz|api\/)/.test(
    path,
  )
}

function clock({ time }: Event): string {
  return Temporal.Instant.fromEpochMilliseconds(time)
    .toZonedDateTimeISO('Europe/Lisbon')
    .toPlainTime()
    .toString({ smallestUnit: 'second' })
}

const KNOWN = new Set(['level', 'time', 'msg', 'err', 'id'])

function restOf(event: Event): string {
  const rest = Object.entries(event).filter(([name]) => !KNOWN.has(name))
  return rest.map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`).join('')
}

function stackOf({ err }: Event): string[] {
  if (typeof err !== 'object' || err === null) return []
  const { stack, message } = err as { stack?: string; message?: string }
  return [stack ?? message ?? JSON.stringify(err)]
}
